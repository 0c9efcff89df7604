#!/bin/busybox sh
# The init process of the virtual machine: loads evdev and uinput, records virtual devices while failures such as a full
# disk happen, and writes the results as a tar file to /dev/vda.
# shellcheck shell=sh disable=SC2034,SC2086

/bin/busybox mkdir -p /bin /dev /etc /mnt /out /proc /sys /tmp
/bin/busybox --install -s /bin
export PATH=/bin HOME=/tmp SWIFT_BACKTRACE=enable=no
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp
mount -t tmpfs out /out
for module in $(cat /modules/order); do insmod "/modules/$module" || echo "cannot load $module"; done
echo 'root:x:0:0::/:/bin/sh
hand:x:1000:1000::/tmp:/bin/sh' > /etc/passwd
echo 'root:x:0:
input:x:101:hand
hand:x:1000:' > /etc/group
cd /out || exit 1

say() { echo "[$(cut -d ' ' -f 1 /proc/uptime)] $*"; }
pause() { sleep 0.05; }

# plug FILE: creates a device from an evemu file; $node is its path.
plug() {
  rm -f /tmp/tell
  mkfifo /tmp/tell
  : > /tmp/said
  play_uinput "$1" < /tmp/tell > /tmp/said &
  player=$!
  exec 3> /tmp/tell
  until node=$(head -n 1 /tmp/said) && [ -c "$node" ]; do pause; done
  played=0
}

tell() { echo "$*" >&3; }

# play WORDS…: sends a command to the player and waits until it is done.
play() {
  played=$((played + 1))
  tell "$@"
  until [ "$(grep -c played /tmp/said)" -ge $played ]; do pause; done
}

unplug() {
  tell unplug
  exec 3>&-
  wait $player
}

# start NAME OPTIONS…: starts a recorder in the background and waits until it records.
start() {
  name=$1
  shift
  flickbook record "$node" -o "/out/$name.yml" "$@" > "/out/$name.said" 2> "/out/$name.trouble" 3>&- &
  recorder=$!
  until [ -e "/out/$name.yml.partial" ] || ! kill -0 $recorder 2> /dev/null; do pause; done
}

# finish [SIGNAL]: ends the recorder and notes its exit code.
finish() {
  [ -z "$1" ] || kill "-$1" $recorder
  wait $recorder
  echo $? > "/out/$name.code"
}

ticks() { awk '{ print $14 + $15 }' "/proc/$recorder/stat"; }

test_equality() {
  plug /gestures/drags.evemu
  flickbook devices --json > devices.json 2> devices.trouble
  start drags --gestures 3
  play play
  finish
  unplug
  plug /gestures/scroll.evemu
  start scroll --gestures 2 --intent half
  play play
  finish
  unplug
}

test_kill() {
  plug /gestures/drags.evemu
  start killed
  tell play
  sleep 0.6
  finish KILL
  kill -KILL $player
  exec 3>&-
  wait $player
}

test_unplugging() {
  plug /gestures/drags.evemu
  start unplugged
  tell play
  sleep 0.7
  kill -KILL $player
  exec 3>&-
  wait $player
  finish
}

# Stops the recorder for 2 s, during which more events arrive than the queue of the kernel can hold.
test_drop() {
  plug /gestures/drags.evemu
  start dropped
  play burst 0 100
  sleep 0.3
  kill -STOP $recorder
  play burst 100 700
  sleep 2
  kill -CONT $recorder
  sleep 0.5
  play burst 800 100000
  sleep 0.3
  finish INT
  unplug
}

test_full_disk() {
  mount -t tmpfs -o size=200k small /mnt
  plug /gestures/flood.evemu
  flickbook record "$node" -o /mnt/full.yml > full.said 2> full.trouble 3>&- &
  recorder=$!
  until [ -e /mnt/full.yml.partial ]; do pause; done
  name=full
  tell play
  finish
  cp /mnt/full.yml* /out/
  kill -KILL $player
  exec 3>&-
  wait $player
  umount /mnt
}

# Records a surface with keys for digits, on which a PIN is typed. A recording made with sudo must belong to the caller
# of sudo.
test_keys() {
  plug /gestures/pin.evemu
  flickbook record "$node" -o keyed.yml > keyed.said 2> keyed.trouble 3>&-
  echo $? > keyed.code
  export SUDO_UID=1000 SUDO_GID=1000
  start despite --despite-keys
  unset SUDO_UID SUDO_GID
  play play
  sleep 0.1
  finish INT
  stat -c '%a %u' despite.yml > despite.owner
  unplug
}

test_rate() {
  plug /gestures/flood.evemu
  start rate
  play play
  finish INT
  unplug
}

test_load() {
  plug /gestures/steady.evemu
  start load
  sleep 1
  before=$(ticks)
  play play
  echo $(($(ticks) - before)) > load.ticks
  finish INT
  unplug
}

test_grab() {
  plug /gestures/scroll.evemu
  start grabbing --grab
  flickbook record "$node" -o refused.yml --grab > refused.said 2> refused.trouble 3>&-
  echo $? > refused.code
  play play
  finish INT
  unplug
}

# Runs the commands of the README as the user `hand`.
test_ordinary_user() {
  plug /gestures/scroll.evemu
  chown hand:hand /out
  chmod 660 /dev/input/event*
  chgrp input /dev/input/event*
  echo 'hand:x:1000:' > /tmp/hand
  grep -v '^input:' /etc/group > /tmp/group && cat /tmp/group > /etc/group
  echo 'input:x:101:' >> /etc/group
  su hand -c "flickbook record $node -o denied.yml" > denied.said 2> denied.trouble 3>&-
  echo $? > denied.code
  sed -i 's/^input:x:101:/&hand/' /etc/group
  su hand -c "exec flickbook record $node -o allowed.yml --gestures 2" \
    > allowed.said 2> allowed.trouble 3>&- &
  recorder=$!
  name=allowed
  until [ -e /out/allowed.yml.partial ] || ! kill -0 $recorder 2> /dev/null; do pause; done
  play play
  finish
  unplug
}

# play_again RECORDING NAME: plays a recording with `flickbook play`; $node is the path of its device.
play_again() {
  flickbook play "/recordings/$1.yml" --uinput --delay 2 --json > "/out/$2.played" 2> "/out/$2.notice" &
  player=$!
  until node=$(sed -n 's/^playing on \([^,]*\),.*/\1/p' "/out/$2.notice") && [ -c "$node" ]; do
    kill -0 $player 2> /dev/null || return
    pause
  done
}

test_play() {
  for recording in $(cat /recordings/names); do
    play_again "$recording" "$recording"
    start "again-$recording"
    wait $player
    echo $? > "$recording.code"
    finish
  done
}

# Interrupts a playback while fingers are down.
test_interrupted_play() {
  recording=$(cut -d ' ' -f 1 /recordings/names)
  play_again "$recording" interrupted
  start stopped
  until [ "$(grep -c SYN_REPORT /out/stopped.yml.partial)" -ge 10 ]; do pause; done
  kill -INT $player
  wait $player
  echo $? > interrupted.code
  finish
  [ -e "$node" ] || touch removed
}

# Plays as the user `hand`, who may not write to /dev/uinput.
test_forbidden_play() {
  recording=$(cut -d ' ' -f 1 /recordings/names)
  su hand -c "flickbook play /recordings/$recording.yml --uinput" > forbidden.said 2> forbidden.trouble
  echo $? > forbidden.code
}

for step in $(cat /steps); do
  say "$step"
  $step
done
say "done"
tar -cf /dev/vda -C /out .
sync
poweroff -f
