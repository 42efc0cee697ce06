-- The log: a move exists if and only if its row is committed.
CREATE TABLE agon.event(
    game uuid NOT NULL,
    seq integer NOT NULL,
    at bigint NOT NULL,
    seat smallint NOT NULL,
    kind smallint NOT NULL,
    body text NOT NULL,
    client text,
    PRIMARY KEY (game, seq)
);

-- The secrets of dice, which the first events of games are stored without: a role that may read the log can still not
-- know the rolls to come.
CREATE TABLE agon.secret(
    game uuid PRIMARY KEY,
    secret text NOT NULL
);

-- An index of games. `deadline` is not later than the time at which a clock may run out.
CREATE TABLE agon.game(
    id uuid PRIMARY KEY,
    status smallint NOT NULL,
    spec text NOT NULL,
    at bigint NOT NULL,
    deadline bigint
);
CREATE INDEX game_by_status ON agon.game(status, at);
CREATE INDEX game_by_deadline ON agon.game(deadline) WHERE deadline IS NOT NULL;

CREATE TABLE agon.chat(
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game uuid NOT NULL,
    at bigint NOT NULL,
    seat smallint NOT NULL,
    text text NOT NULL
);
CREATE INDEX chat_by_game ON agon.chat(game, number);

-- Written to wait until everything committed before is as durable as a commit is.
CREATE TABLE agon.fence(
    slot integer PRIMARY KEY,
    at timestamptz NOT NULL
);
