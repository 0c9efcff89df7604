"""Accepts cases whose settings are written in every form, and reads these with another YAML library.

Usage: accept.py FLICKBOOK [COUNT] [SEED]; 1000 cases by default.
No case that `flickbook test` reads may be refused, and none may lose a setting or a reason.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

flickbook = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
chance = random.Random(seed)
REASONS = ['first', "it's", 'a: b', 'x # y', 'two\nlines', '', 'größer 🎉', '- item', '}]', '12', 'no',
           'a\u2028b', 'a\u0085b', 'long ' * 40, ' blanks ', '"quoted"', '\ttab', '? key', '%x', '|', '~']
WHY = 'a "reason": with # all [of] {it}\u2028'


def settings():
    values = {'scenario': 'sheet'}
    for key, choices in {'hz': [60, 120, 90.5, '60'], 'tolerance': [0, 0.5, '1'], 'slop': [5, 12.5],
                         'recognizer': ['slop', 'immediate'], 'screen': ['390x844', '400x900'],
                         'estimator': ['android.lsq1', 'android.lsq2:horizon=80', 'adaptive']}.items():
        if chance.random() < 0.3:
            values[key] = chance.choice(choices)
    if chance.random() < 0.4:
        values['set'] = {'start': chance.choice(['half', 'full', 'tip'])}
        if chance.random() < 0.5:
            values['set']['spring.response'] = chance.choice([0.3, '0.5', 1])
    if chance.random() < 0.2:
        values['at'] = [{'time': 0.3, 'settle': 'half'}]
    kind = chance.random()
    if kind < 0.6:
        values['accepted'] = [chance.choice(REASONS) for _ in range(chance.randrange(4))]
    elif kind < 0.7:
        values['accepted'] = chance.choice(['once', None, 3, {'by': 'me'}, [['a', 'b'], {'c': 1}]])
    names = list(values)
    chance.shuffle(names)
    return {name: values[name] for name in names}


def written(values):
    form = chance.randrange(6)
    if form == 0:
        text = json.dumps(values, indent=chance.choice([None, 1, 2, 4]),
                          ensure_ascii=chance.random() < 0.5)
    elif form == 1:
        text = yaml.safe_dump(values, default_flow_style=True, sort_keys=False, allow_unicode=True)
    else:
        text = yaml.safe_dump(
            values, default_flow_style=chance.choice([False, None]), sort_keys=False,
            indent=chance.choice([2, 4]), width=chance.choice([20, 80]),
            default_style=chance.choice([None, None, None, '"', "'", '|', '>']),
            allow_unicode=chance.random() < 0.7)
    if chance.random() < 0.3 and '|' not in text and '"' not in text:
        lines = text.split('\n')
        lines[chance.randrange(len(lines))] += ' # about } ] it'
        text = '\n'.join(lines)
    if chance.random() < 0.2:
        text = text.rstrip('\n')
    if chance.random() < 0.2:
        text = '---\n' + text
        if chance.random() < 0.5:
            text = text.rstrip('\n') + '\n...\n'
    if chance.random() < 0.3:
        text += '\n# the end'
    text = text.replace('\n', chance.choice(['\n'] * 6 + ['\r\n', '\r\n', '\r', '\u2028']))
    if chance.random() < 0.1:
        text = '\ufeff' + text
    return text


def read(path):
    with open(path, 'rb') as file:
        return yaml.safe_load(file.read().decode())


def main():
    folder = tempfile.mkdtemp(prefix='flickbook-accept-')
    subprocess.run([flickbook, 'synth', 'flick', '-o', 'flick.yml'], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    before, texts = {}, {}
    while len(before) < count:
        text = written(settings())
        # The YAML library refuses tags, and the escaped halves of characters that JSON may have.
        if '!!' in text or re.search(r'\\u[dD][89a-fA-F]', text):
            continue
        try:
            values = yaml.safe_load(text)
        except yaml.YAMLError:
            continue
        name = f'Recordings/sheet/{len(before):05}'
        os.makedirs(f'{folder}/{name}')
        os.link(f'{folder}/flick.yml', f'{folder}/{name}/recording.yml')
        with open(f'{folder}/{name}/case.yml', 'wb') as file:
            file.write(text.encode())
        before[name], texts[name] = values, text
    tested = subprocess.run([flickbook, 'test', '--json'], cwd=folder, stdout=subprocess.PIPE)
    outcomes = {line['folder']: line for line in map(json.loads, tested.stdout.splitlines())}
    # What has reasons but no run lost the run that these are about.
    readable = [name for name in before if outcomes[name]['outcome'] in ('new', 'incomplete')]
    accepted = subprocess.run([flickbook, 'accept', 'Recordings', '--all', '--because', WHY],
                              cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    sys.stderr.write(accepted.stderr.decode()[-1000:])
    failures = 0
    for name in before:
        old, path = before[name], f'{folder}/{name}/case.yml'
        if name not in readable:
            with open(path, 'rb') as file:
                same = file.read().decode() == texts[name]
            wrong = None if same else 'was changed although it cannot be read'
        else:
            new = read(path)
            history = old.pop('accepted', [])
            history = [] if history in (None, '') else history
            history = history if isinstance(history, list) else [history]
            reasons = new.pop('accepted', [])
            wrong = None
            if new != old or list(new) != list(old):
                wrong = f'settings were {old} and are {new}'
            elif reasons != history + [WHY]:
                wrong = f'reasons were {history} and are {reasons}'
        if wrong:
            failures += 1
            print(f'{name}: {wrong}\n{texts[name]!r}', file=sys.stderr)
    after = subprocess.run([flickbook, 'test'], cwd=folder, stdout=subprocess.PIPE)
    unreadable = [name for name in before if name not in readable]
    for name in unreadable[:5]:
        print('not read by test either:', repr(texts[name])[:200], outcomes[name].get('message'))
    print(f'{len(readable)} of {count} cases are read by test, {failures} lost something or were '
          f'refused; then: {after.stdout.decode().splitlines()[-1]}')
    expected = f'{len(readable)} identical'
    shutil.rmtree(folder)
    sys.exit(1 if failures or expected not in after.stdout.decode() else 0)


main()
