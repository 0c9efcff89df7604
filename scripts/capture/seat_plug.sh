#!/bin/sh
# Plugs a touchscreen into the machine of scripts/test-seat, plays a gesture on it once somebody records,
# tries to record as somebody else, and says what came of all that.
mkdir -p /run/seat
hand=$(getent passwd hand | cut -d : -f 6)
other=$(getent passwd other | cut -d : -f 6)
mkfifo /run/seat/tell
play_uinput /var/lib/flick.evemu < /run/seat/tell > /run/seat/said &
exec 3> /run/seat/tell
until node=$(head -n 1 /run/seat/said) && [ -c "$node" ]; do sleep 0.1; done
udevadm settle
echo "$node" > /run/seat/node
left=600
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
