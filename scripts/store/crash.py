"""Kills flickbook at its system calls, races it and interrupts it, and looks at what is on the disk.

Usage: crash.py FLICKBOOK KILL_AT [STEP]; every STEPth call is a place to die, by default every one.
What is written must be the old or the new, and what is left over must be told and mended by the next
command, after which nothing is left.
"""
import hashlib
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

flickbook, kill_at = sys.argv[1:3]
step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
failures = []
runs = 0


class Command:
    """A command that runs; where there are answers to type, on a terminal of its own."""

    def __init__(self, words, folder, answers=None):
        self.output, self.errors = b'', b''
        if answers is None:
            self.process = subprocess.Popen(
                words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.terminal = None
            return
        self.terminal, inner = pty.openpty()
        os.write(self.terminal, answers.encode())
        self.process = subprocess.Popen(
            words, cwd=folder, stdin=inner, stdout=inner, stderr=subprocess.PIPE,
            start_new_session=True)
        os.close(inner)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        # A terminal nobody has open any more cannot be read.
        try:
            while piece := os.read(self.terminal, 65536):
                self.output += piece
        except OSError:
            pass

    def wait(self):
        if self.terminal is None:
            self.output, self.errors = self.process.communicate()
        else:
            self.errors = self.process.communicate()[1]
            self.reader.join()
            os.close(self.terminal)
        return subprocess.CompletedProcess(
            self.process.args, self.process.returncode, self.output, self.errors)


def call(words, folder, answers=None):
    return Command(words, folder, answers).wait()


def ran(*words, folder, allowed=(0,)):
    result = call([flickbook, *words], folder)
    assert result.returncode in allowed, (words, result)
    return result


def state(folder):
    """What is in a folder: the digest of every file by its path, hidden ones too."""
    found = {}
    for path, names, files in os.walk(folder):
        for name in files:
            place = os.path.join(path, name)
            with open(place, 'rb') as file:
                found[os.path.relpath(place, folder)] = hashlib.sha256(file.read()).hexdigest()
        if not names and not files:
            found[os.path.relpath(path, folder) + '/'] = ''
    return found


def has_leftovers(folder):
    return any('.flickbook' in path or '.partial' in path for path in state(folder))


def check(condition, *what):
    if not condition:
        failures.append(' '.join(str(part) for part in what))
        print('FAILED', *what, file=sys.stderr)


def without_empty(found):
    return {path: digest for path, digest in found.items() if not path.endswith('/')}


class Job:
    """A command with the folder it starts from and the command that comes after it was killed."""

    def __init__(self, name, words, prepare, after, answers=None, status=0):
        self.name, self.words, self.after, self.status = name, words, after, status
        self.start = tempfile.mkdtemp(prefix='flickbook-crash-')
        self.answers = answers
        prepare(self.start)
        self.old = without_empty(state(self.start))
        self.work = self.start + '-work'
        self.reset()
        result = call([flickbook, *words], self.work, answers)
        assert result.returncode == status, (name, result)
        self.new = without_empty(state(self.work))

    def reset(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.start, self.work, symlinks=True)

    def calls(self):
        self.reset()
        result = call([kill_at, '1000000', flickbook, *self.words], self.work, self.answers)
        return int(result.stdout.split()[-2])

    def judge(self, where):
        """After an end anywhere: is it old or new once the next command has been there?"""
        left = has_leftovers(self.work)
        after = call([flickbook, *self.after], self.work)
        check(after.returncode in (0, 1), self.name, where, 'then', after.returncode, after.stderr)
        if left:
            check(b'interrupted' in after.stderr, self.name, where, 'left something untold')
        found = without_empty(state(self.work))
        found.pop('other', None)
        check(found in (self.old, self.new), self.name, where, 'is neither old nor new:',
              sorted(set(found.items()) ^ set(self.old.items()))[:4],
              sorted(set(found.items()) ^ set(self.new.items()))[:4])
        check(not has_leftovers(self.work), self.name, where, 'something is still left')
        return found == self.new

    def kill_everywhere(self):
        global runs
        count, new, at = self.calls(), 0, 1
        while at <= count + 20:
            self.reset()
            result = call([kill_at, str(at), flickbook, *self.words], self.work, self.answers)
            runs += 1
            new += self.judge(f'killed at call {at} of {count}')
            if result.returncode == 1:
                break
            at += step
        print(f'{self.name}: killed at {at // step} of {count} system calls, new after {new}')

    def interrupt_anywhere(self, times):
        """Signals at random times: 130, or whole, and in no case anything left."""
        global runs
        ended = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for _ in range(times):
                self.reset()
                command = Command([flickbook, *self.words], self.work, self.answers)
                time.sleep(random.random() * 0.06)
                command.process.send_signal(number)
                status = command.wait().returncode
                runs += 1
                # Before its first instructions nobody can answer a signal.
                check(status in (self.status, 130, -number), self.name, 'signal', number,
                      'ended with', status)
                ended += status == 130
                found = without_empty(state(self.work))
                check(found in (self.old, self.new), self.name, 'after a signal is neither')
                check(not has_leftovers(self.work), self.name, 'left something after a signal')
        print(f'{self.name}: interrupted {3 * times} times, {ended} ended with 130')


def prepared(folder, *commands):
    for words in commands:
        ran(*words, folder=folder)


CASE = ('synth', 'flick', '--case', 'sheet/up', '--intent', 'half')


def new_case(folder):
    prepared(folder, CASE)


def old_case(folder):
    new_case(folder)
    ran('accept', 'Recordings', '--all', '--because', 'first', folder=folder)
    with open(folder + '/Recordings/sheet/up/case.yml', 'a') as file:
        file.write('hz: 60 # fewer\n')
    with open(folder + '/Recordings/sheet/up/expected/notes.txt', 'w') as file:
        file.write('mine')


def recording(folder):
    prepared(folder, ('synth', 'flick', '-o', 'flick.yml'))


def old_run(folder):
    recording(folder)
    ran('replay', 'flick.yml', '--scenario', 'sheet', '-o', 'run', folder=folder)
    with open(folder + '/run/notes.txt', 'w') as file:
        file.write('mine')


def old_file(folder):
    recording(folder)
    with open(folder + '/flick.csv', 'w') as file:
        file.write('something else')


def damaged_case(folder):
    new_case(folder)
    ran('accept', 'Recordings', '--all', '--because', 'first', folder=folder)
    os.unlink(folder + '/Recordings/sheet/up/expected/summary.json')


ACCEPT = ('accept', 'Recordings/sheet/up', '--because', 'why')
REPLAY = ('replay', 'flick.yml', '--scenario', 'sheet', '--hz', '60', '--no-picture', '-o', 'run')
OTHER = ('convert', 'flick.yml', 'other', '--to', 'csv', '--force')
JOBS = [
    ('accept, new', ACCEPT, new_case, ('test',)),
    ('accept, changed', ACCEPT, old_case, ('test',)),
    ('review', ('review',), old_case, ('test',)),
    ('test', ('test',), old_case, ('test',)),
    ('repair', ('repair',), damaged_case, ('repair',)),
    ('test --pending', ('test', '--pending'), old_case, ('test',)),
    ('replay, new', REPLAY, recording, OTHER),
    ('replay, again', REPLAY, old_run, OTHER),
    ('convert, new', ('convert', 'flick.yml', 'flick.csv'), recording, OTHER),
    ('convert --force', ('convert', 'flick.yml', 'flick.csv', '--force'), old_file, OTHER),
    ('synth --case', CASE, lambda folder: os.makedirs(folder + '/Recordings/sheet'),
     ('synth', '--list')),
    ('tune', ('tune', 'flick.yml', '--scenario', 'sheet', '--vary', 'spring.response=0.2:0.4:0.1'),
     lambda folder: prepared(folder, ('synth', 'flick', '--intent', 'half', '-o', 'flick.yml')),
     OTHER),
    ('synth --corpus', ('synth', '--corpus', '6', '--people', '2', '-o', 'people'), recording,
     OTHER),
]


def race(count):
    """Several accept and review one case at once: every reason of one that says so is kept, the run is whole."""
    global runs
    folder = tempfile.mkdtemp(prefix='flickbook-race-')
    new_case(folder)
    settings = folder + '/Recordings/sheet/up/case.yml'
    commands = [Command([flickbook, 'review'], folder, f'a\nreason {index}\n') if index % 2 else
                Command([flickbook, 'accept', 'Recordings/sheet/up', '--because', f'reason {index}'],
                        folder) for index in range(count)]
    results = [command.wait() for command in commands]
    runs += count
    with open(settings) as file:
        text = file.read()
    for index, result in enumerate(results):
        check(result.returncode == 0, 'race', index, result.returncode, result.stderr, result.stdout)
        if b': accepted' in result.stdout:
            check(f'"reason {index}"' in text, 'race: a reason is lost')
    check(call([flickbook, 'test'], folder).returncode == 0, 'race: the run is not whole')
    check(not has_leftovers(folder), 'race: something is left')
    shutil.rmtree(folder)


def main():
    for name, words, prepare, after in JOBS:
        # A case that changed is one that differs.
        job = Job(name, words, prepare, after, status=int(words[0] == 'test'),
                  answers='a\nwhy\n' if name == 'review' else None)
        if name == 'synth --case':
            # What it leaves, the same command tells the next time, and it makes the case or has made it.
            job.judge = lambda where, job=job: judge_made(job, where)
        job.kill_everywhere()
        job.interrupt_anywhere(max(4, 40 // step))
        shutil.rmtree(job.start)
        shutil.rmtree(job.work, ignore_errors=True)
    rounds = max(3, 200 // step ** 2)
    for _ in range(rounds):
        race(4)
    print(f'{rounds} races of 4')
    print(f'{runs} runs, {len(failures)} failures')
    sys.exit(1 if failures else 0)


def judge_made(job, where):
    left = has_leftovers(job.work)
    after = call([flickbook, *job.words], job.work)
    check(after.returncode in (0, 74), job.name, where, 'then', after.returncode, after.stderr)
    if left:
        check(b'interrupted' in after.stderr, job.name, where, 'left something untold')
    check(without_empty(state(job.work)) == job.new, job.name, where, 'is not whole')
    return after.returncode == 74


main()
