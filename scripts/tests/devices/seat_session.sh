#!/bin/sh
# The session of the user at the screen in the virtual machine of scripts/tests/seat.
exec > said 2>&1
echo "hand: groups $(id -nG)"
echo "hand: session $(loginctl show-session "$XDG_SESSION_ID" -P Seat) $(loginctl show-session "$XDG_SESSION_ID" -P Active)"
until [ -s /run/seat/node ]; do sleep 0.1; done
screen=$(cat /run/seat/node)
# Wait until any udev rule would have taken effect, although there should be none yet.
sleep 3
[ -r "$screen" ] && echo "hand: before touchscreen open" || echo "hand: before touchscreen closed"
touch tried
until [ -e /run/seat/enabled ]; do sleep 0.1; done
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -r "$screen" ] || sleep 0.5; done
[ -r "$screen" ] && echo "hand: touchscreen open" || echo "hand: touchscreen closed"
for event in /dev/input/event*; do
  case $(cat "/sys/class/input/${event##*/}/device/name") in
    *digits*) [ -r "$event" ] && echo "hand: digits open" || echo "hand: digits closed" ;;
    *[Kk]eyboard*) [ -r "$event" ] && echo "hand: keyboard open" || echo "hand: keyboard closed" ;;
  esac
done
flickbook devices
flickbook record "$screen" -o gesture.yml --gestures 1 --duration 30 &
until [ -e gesture.yml.partial ] || ! kill -0 $! 2> /dev/null; do sleep 0.1; done
touch ready
wait $!
echo "hand: record $?"
flickbook replay gesture.yml --scenario sheet --no-picture
touch done
sleep 1000
