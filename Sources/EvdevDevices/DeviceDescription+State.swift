#if Evdev
  import CLibevdev
  import TouchInput

  extension DeviceDescription {
    /// Reads the description of an open device.
    init(_ handle: OpaquePointer, node: String) {
      let codes = (UInt16(0)..<UInt16(EV_CNT)).compactMap { type in
        Codes(type, of: handle)
      }
      let axes = codes.first { $0.type == EventType.absolute }?.codes ?? []
      self.init(
        name: String(cString: libevdev_get_name(handle)), node: node,
        identity: Identity(
          bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
          vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
          product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
          version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle))),
        codes: codes, axes: axes.compactMap { Axis($0, of: handle) },
        properties: (UInt16(0)..<UInt16(INPUT_PROP_CNT)).filter {
          libevdev_has_property(handle, UInt32($0)) == 1
        })
    }
  }

  extension DeviceDescription.Codes {
    /// The codes of `type` that an open device may send; nil if there are none.
    fileprivate init?(_ type: UInt16, of handle: OpaquePointer) {
      let last = libevdev_event_type_get_max(UInt32(type))
      guard last >= 0, libevdev_has_event_type(handle, UInt32(type)) == 1 else { return nil }
      let codes = (UInt16(0)...UInt16(last)).filter {
        libevdev_has_event_code(handle, UInt32(type), UInt32($0)) == 1
      }
      guard !codes.isEmpty else { return nil }
      self.init(type: type, codes: codes)
    }
  }

  extension DeviceDescription.Axis {
    /// The range of one axis of an open device.
    fileprivate init?(_ code: UInt16, of handle: OpaquePointer) {
      guard let info = libevdev_get_abs_info(handle, UInt32(code))?.pointee else { return nil }
      self.init(
        code: code, minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
        resolution: info.resolution)
    }
  }

  extension Recording.InitialState {
    /// Reads the state of an open device from libevdev.
    init(_ handle: OpaquePointer) {
      let axes = (UInt16(0)..<UInt16(ABS_CNT)).filter {
        libevdev_has_event_code(handle, UInt32(EventType.absolute), UInt32($0)) == 1
          && RecordedCodes.contains(type: EventType.absolute, code: $0)
      }
      let perSlot = axes.filter {
        AbsoluteAxis.perSlot.contains($0) && $0 != AbsoluteAxis.trackingID
      }
      let slotCount = max(0, libevdev_get_num_slots(handle))
      self.init(
        currentSlot: max(0, libevdev_get_current_slot(handle)),
        slots: (0..<slotCount).map { number in
          Recording.Slot(
            number: number,
            trackingID: libevdev_get_slot_value(
              handle, UInt32(number), UInt32(AbsoluteAxis.trackingID)),
            values: perSlot.map {
              Recording.AxisValue(
                code: $0, value: libevdev_get_slot_value(handle, UInt32(number), UInt32($0)))
            })
        },
        values: axes.filter { $0 < AbsoluteAxis.slot }.map {
          Recording.AxisValue(
            code: $0,
            value: libevdev_get_event_value(handle, UInt32(EventType.absolute), UInt32($0)))
        },
        heldButtons: (UInt16(0)..<UInt16(KEY_CNT)).filter {
          RecordedCodes.contains(type: EventType.key, code: $0)
            && libevdev_get_event_value(handle, UInt32(EventType.key), UInt32($0)) == 1
        })
    }
  }
#endif
