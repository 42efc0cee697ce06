-- A role for `agon worker`: it takes positions and stores answers. It can read neither the log of games nor the
-- secrets of dice. Run this as the owner of the database once a server has started, with a password of your own.
CREATE ROLE agon_worker LOGIN PASSWORD 'change me';
GRANT USAGE ON SCHEMA agon TO agon_worker;
GRANT SELECT ON agon.migration TO agon_worker;
GRANT SELECT (id, priority, payload, lease_ms, created, leased_until, attempts, result) ON agon.job TO agon_worker;
GRANT UPDATE (leased_until, attempts, result) ON agon.job TO agon_worker;
