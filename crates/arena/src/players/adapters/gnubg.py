# Runs inside GNU Backgammon: gnubg --tty --quiet --no-rc --python THIS_FILE
#
# Answers lines "move PLIES PRICE ID D1 D2" with "agon 24/18 18/13", and "agon ?" and a reason when something
# is wrong. PRICE is what a triple win is worth more than a double one: 0 in games without triples.
import sys

import gnubg


def settings(plies, price):
    # A long match without a cube: the equity is then 2 * win - 1 + gammons * 1 + backgammons * price,
    # which money play would not let anyone set.
    prices = ((1.0, price), (1.0, price))
    cube = {
        "cube": 1, "cubeowner": -1, "move": 0, "matchto": 25, "score": (0, 0), "crawford": 0,
        "jacoby": 0, "beavers": 0, "bgv": 0, "gammonprice": prices,
    }
    depth = {"cubeful": 0, "plies": plies, "deterministic": 1, "noise": 0.0, "prune": 1}
    return cube, depth


def choose(plies, price, identity, first, second):
    cube, depth = settings(int(plies), float(price))
    points = gnubg.findbestmove(gnubg.positionfromid(identity), cube, depth, (int(first), int(second)))
    steps = zip(points[0::2], points[1::2])
    return " ".join("%d/%d" % step for step in steps if step[0] > 0)


def answer(text):
    sys.stdout.write("agon %s\n" % text)
    sys.stdout.flush()


answer("ready")
for line in iter(sys.stdin.readline, ""):
    words = line.split()
    if words == ["quit"]:
        break
    try:
        if len(words) != 6 or words[0] != "move":
            raise ValueError("move PLIES PRICE ID D1 D2 was expected")
        answer(choose(*words[1:]))
    except Exception as error:
        answer("? %s" % error)
