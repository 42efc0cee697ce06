-- Work for engines. It holds positions and what to do with them, never the secrets of dice, so that a role for
-- machines that think needs no more than some columns of this table.
CREATE TABLE agon.job(
    id uuid PRIMARY KEY,
    game uuid NOT NULL,
    seq integer NOT NULL,
    kind smallint NOT NULL,
    priority smallint NOT NULL,
    payload text NOT NULL,
    lease_ms bigint NOT NULL,
    created bigint NOT NULL,
    leased_until bigint NOT NULL DEFAULT 0,
    attempts smallint NOT NULL DEFAULT 0,
    result text,
    UNIQUE (game, seq, kind)
);
CREATE INDEX job_waiting ON agon.job(priority, created) WHERE result IS NULL;
