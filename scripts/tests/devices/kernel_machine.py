"""A virtual machine with Debian's kernel, under QEMU's software emulation."""

import glob
import lzma
import os
import re
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ["virtio_ring", "virtio", "virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci",
           "virtio_blk", "evdev", "uinput"]
SECONDS_FOR_EVERYTHING = 900  # Enough for a busy host; an idle host needs 60 s.


class Archive:
    """A cpio archive in the format of the kernel's initrd."""

    def __init__(self):
        self.data, self.folders, self.number = bytearray(), set(), 0

    def add(self, name, content, mode=0o100644):
        folder = os.path.dirname(name)
        if folder and folder not in self.folders:
            self.folders.add(folder)
            self.add(folder, b"", 0o040755)
        self.number += 1
        head = [self.number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0]
        self.data += b"070701" + b"".join(b"%08X" % field for field in head)
        self.data += name.encode() + b"\0"
        self._pad()
        self.data += content
        self._pad()

    def add_file(self, name, path, mode=0o100755):
        with open(path, "rb") as file:
            self.add(name, file.read(), mode)

    def _pad(self):
        self.data += b"\0" * (-len(self.data) % 4)

    def finish(self):
        self.add("TRAILER!!!", b"", 0)
        return bytes(self.data)


def libraries(program):
    """Returns the paths of the shared libraries of a program, including the loader."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"(/\S+) \(0x", listed)))


def module(folder, name):
    for path in glob.glob(os.path.join(folder, "lib/modules/**", name + ".ko*"), recursive=True):
        with open(path, "rb") as file:
            content = file.read()
        return lzma.decompress(content) if path.endswith(".xz") else content
    return None  # The module is built into the kernel.


def initial_archive(kernel, player, program, steps, files):
    archive = Archive()
    archive.add_file("init", os.path.join(HERE, "kernel_guest.sh"))
    archive.add_file("bin/busybox", "/bin/busybox")
    archive.add_file("bin/play_uinput", player)
    archive.add_file("bin/flickbook", program)
    for library in libraries(program):
        archive.add_file(library.lstrip("/"), library)
    order = []
    for name in MODULES:
        content = module(kernel, name)
        if content:
            archive.add("modules/%s.ko" % name, content)
            order.append(name + ".ko")
    archive.add("modules/order", " ".join(order).encode())
    archive.add("steps", " ".join(steps).encode())
    for name, text in files.items():
        archive.add(name, text.encode())
    return archive.finish()


def run_machine(kernel, archive, folder):
    """Boots the kernel, prints the messages of the guest, unpacks its results, and returns their folder."""
    with open(os.path.join(folder, "initrd"), "wb") as file:
        file.write(archive)
    image = os.path.join(folder, "out.tar")
    with open(image, "wb") as file:
        file.truncate(64 << 20)
    command = [
        "qemu-system-x86_64", "-machine", "pc", "-accel", "tcg,thread=single", "-cpu", "max",
        # Let the clock of the machine count instructions, one per nanosecond, and jump while the
        # machine sleeps, so that a busy host causes no delays in the recordings.
        "-icount", "shift=0,sleep=off", "-m", "1024", "-nographic", "-no-reboot", "-net", "none",
        "-kernel", glob.glob(os.path.join(kernel, "boot/vmlinuz-*"))[0],
        "-initrd", os.path.join(folder, "initrd"),
        "-append", "console=ttyS0 quiet panic=-1",
        "-drive", "file=%s,format=raw,if=virtio" % image]
    with subprocess.Popen(
        ["timeout", str(SECONDS_FOR_EVERYTHING)] + command, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, encoding="utf-8", errors="replace") as machine:
        for line in machine.stdout:
            # Skip the output of the firmware; messages of the guest start with a time.
            if re.match(r"\[ *\d+\.\d+\]|cannot|.*not found|/init:", line):
                print("    " + line.rstrip(), flush=True)
    if machine.returncode != 0:
        sys.exit("kernel_tests.py: QEMU exits with %d" % machine.returncode)
    out = os.path.join(folder, "out")
    with tarfile.open(image, ignore_zeros=False) as archive_out:
        archive_out.extractall(out)
    return out


def check(condition, message):
    if not condition:
        raise AssertionError(message)
