"""A program under test that does nothing: every frame is the same."""
import json
import sys

HELLO = {
    "type": "hello",
    "protocol": "flickbook-subject/1",
    "name": "nothing",
    "axes": ["y"],
}

for text in sys.stdin:
    line = json.loads(text)
    if line["type"] == "hello":
        print(json.dumps(HELLO), flush=True)
    elif line["type"] == "frames":
        sys.stdout.write(
            "".join(
                f'{{"type":"frame","time":{time},"y":422,"phase":"resting"}}\n'
                for time in line["times"]
            )
        )
        sys.stdout.flush()
    elif line["type"] == "end":
        print('{"type":"end"}', flush=True)
