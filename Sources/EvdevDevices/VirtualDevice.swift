#if Evdev
  import CLibevdev
  import Glibc
  package import TouchInput

  /// A device that the kernel's uinput creates, and that sends the events of a recording.
  ///
  /// The kernel removes the device when this value is released, or when the process ends in any way.
  package struct VirtualDevice: ~Copyable {
    /// The path of the device, such as `/dev/input/event7`; nil if sysfs does not list it.
    package let node: String?
    private let descriptor: Int32
    private let handle: OpaquePointer

    /// Creates a device with the name, identity, codes, axes and properties of `device`.
    package init(_ device: DeviceDescription) throws(VirtualDeviceError) {
      guard let description = libevdev_new() else { throw Self.failure("create a device", ENOMEM) }
      defer { libevdev_free(description) }
      device.fill(description)
      let descriptor = open(VirtualDeviceError.path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else {
        switch errno {
        case EACCES, EPERM: throw .notPermitted
        case ENOENT, ENODEV, ENXIO: throw .missing
        default: throw Self.failure("open", errno)
        }
      }
      var handle: OpaquePointer?
      let status = libevdev_uinput_create_from_device(description, descriptor, &handle)
      guard status == 0, let handle else {
        close(descriptor)
        throw Self.failure("create a device", -status)
      }
      self.descriptor = descriptor
      self.handle = handle
      node = libevdev_uinput_get_devnode(handle).map { String(cString: $0) }
    }

    deinit {
      libevdev_uinput_destroy(handle)
      close(descriptor)
    }

    /// Sends events at once.
    func send(_ events: [RawEvent]) throws(VirtualDeviceError) {
      for event in events {
        let status = libevdev_uinput_write_event(
          handle, UInt32(event.type), UInt32(event.code), event.value)
        guard status == 0 else { throw Self.failure("send an event", -status) }
      }
    }

    private static func failure(_ action: String, _ code: Int32) -> VirtualDeviceError {
      .failed(action: action, message: lastSystemMessage(code))
    }
  }

  extension DeviceDescription {
    /// Writes the description into a new device of libevdev.
    fileprivate func fill(_ handle: OpaquePointer) {
      flickbook_silence(handle)
      libevdev_set_name(handle, name)
      libevdev_set_id_bustype(handle, Int32(identity.bus))
      libevdev_set_id_vendor(handle, Int32(identity.vendor))
      libevdev_set_id_product(handle, Int32(identity.product))
      libevdev_set_id_version(handle, Int32(identity.version))
      for property in properties { libevdev_enable_property(handle, UInt32(property)) }
      for list in codes where list.type != EventType.absolute {
        for code in list.codes {
          libevdev_enable_event_code(handle, UInt32(list.type), UInt32(code), nil)
        }
      }
      for axis in axes {
        var info = input_absinfo(
          value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
          resolution: axis.resolution)
        libevdev_enable_event_code(
          handle, UInt32(EventType.absolute), UInt32(axis.code), &info)
      }
    }
  }
#else
  package import TouchInput

  /// A device that sends events; this build cannot create one, because it does not include libevdev.
  package struct VirtualDevice: ~Copyable {
    /// The path of the device.
    package let node: String?

    /// Throws an error, because this build cannot create devices.
    ///
    /// - Throws: Always ``VirtualDeviceError/builtWithoutEvdev``.
    package init(_ device: DeviceDescription) throws(VirtualDeviceError) {
      throw .builtWithoutEvdev
    }

    func send(_ events: [RawEvent]) throws(VirtualDeviceError) { throw .builtWithoutEvdev }
  }
#endif

/// The reason why a virtual device could not be created or used.
package enum VirtualDeviceError: Error, Hashable, Sendable {
  /// The kernel has no uinput, or its module is not loaded.
  case missing
  /// This user may not create devices.
  case notPermitted
  /// The system call for `action` failed.
  case failed(action: String, message: String)
  /// This build does not include libevdev.
  case builtWithoutEvdev

  /// The path of the kernel's uinput.
  static let path = "/dev/uinput"
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension VirtualDeviceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing:
      "\(Self.path): there is no such device; load the module of the kernel: sudo modprobe uinput"
    case .notPermitted:
      """
      \(Self.path): you are not allowed to create devices; play the recording as root: \
      sudo flickbook play FILE --uinput
      """
    case .failed(let action, let message):
      """
      \(Self.path): could not \(action): \(message); check the device of the recording: flickbook inspect FILE
      """
    case .builtWithoutEvdev:
      """
      flickbook: this build cannot create devices; install libevdev-dev and build with the package \
      trait Evdev, which is on by default.
      """
    }
  }
}
