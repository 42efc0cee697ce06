#!/usr/bin/env python3
"""A UGI bot for every game: it asks `agon ugi` which turns are legal and plays one at random.

Try it:  agon play quoridor --p2 "cmd:python3 examples/bots/random_bot.py"
The path of agon may be given as an argument."""
import random
import subprocess
import sys

AGON = sys.argv[1] if len(sys.argv) > 1 else "agon"
rules = subprocess.Popen([AGON, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(question):
    """What the rules say: the words of their response, or None after an error."""
    print(question, file=rules.stdin, flush=True)
    for line in rules.stdout:
        kind, _, text = line.strip().partition(" ")
        if kind in ("response", "error"):
            return text.split() if kind == "response" else None


def choose(turns):
    return random.choice(turns)  # a better bot begins here


for line in sys.stdin:
    command = line.split()[:1]
    if command == ["ugi"]:
        print("id name random_bot\nid author the Agon authors\noption name UGI_Variant type string\nugiok")
    elif command == ["isready"]:
        print("readyok")
    elif command == ["go"]:
        ready = ask("query actor") in (["p1"], ["p2"])
        print("bestmove " + choose(ask("query legal")) if ready else "error nobody is to move")
    elif command == ["quit"]:
        break
    elif command and command[0] in ("setoption", "position", "uginewgame"):
        print(line.strip(), file=rules.stdin, flush=True)
    sys.stdout.flush()
