-- Finished games that nothing has happened to for a day, each with all its events in one compressed record. Later
-- events of such a game are in the log again.
CREATE TABLE agon.packed(
    game uuid PRIMARY KEY,
    last_seq integer NOT NULL,
    record bytea NOT NULL
);
-- It is compressed already.
ALTER TABLE agon.packed ALTER COLUMN record SET STORAGE EXTERNAL;
ALTER TABLE agon.game ADD COLUMN packed boolean NOT NULL DEFAULT false;
CREATE INDEX game_to_pack ON agon.game(at) WHERE status = 2 AND NOT packed;
