#!/bin/sh
# The service in the virtual machine of scripts/tests/seat. It creates a touchscreen and a surface with keys for digits,
# enables the udev rule after the user at the screen has tried to record without it, plays a gesture on the touchscreen
# when the user records, tries to record as another user, and prints the results.
mkdir -p /run/seat
hand=$(getent passwd hand | cut -d : -f 6)
other=$(getent passwd other | cut -d : -f 6)
mkfifo /run/seat/tell
play_uinput /var/lib/flick.evemu < /run/seat/tell > /run/seat/said &
exec 3> /run/seat/tell
until node=$(head -n 1 /run/seat/said) && [ -c "$node" ]; do sleep 0.1; done
mkfifo /run/seat/hold
play_uinput /var/lib/digits.evemu < /run/seat/hold > /run/seat/digits &
exec 4> /run/seat/hold
until [ -c "$(head -n 1 /run/seat/digits)" ]; do sleep 0.1; done
udevadm settle
echo "$node" > /run/seat/node
left=600
until [ -e "$hand"/tried ] || [ $left -eq 0 ]; do sleep 0.2; left=$((left - 1)); done
flickbook devices --udev-rule > /etc/udev/rules.d/70-flickbook.rules
udevadm control --reload
udevadm trigger --subsystem-match=input --action=change
udevadm settle
touch /run/seat/enabled
until [ -e "$hand"/ready ] || [ $left -eq 0 ]; do sleep 0.2; left=$((left - 1)); done
sleep 0.5
echo play >&3
until [ -e "$hand"/done ] || [ $left -eq 0 ]; do sleep 0.2; left=$((left - 1)); done
{
  echo "seat: begin"
  cat "$hand"/said
  getfacl -p "$node"
  runuser -u other -- flickbook record "$node" -o "$other"/gesture.yml --duration 1 2>&1
  echo "other: record $?"
  echo "seat: end"
} > /dev/ttyS0
systemctl poweroff --force
