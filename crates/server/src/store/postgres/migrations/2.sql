-- The nodes of the site. One whose lease has run out is gone. Not logged: a node that finds its row missing, after a
-- crash of the database or a fail-over, writes everything again.
CREATE UNLOGGED TABLE agon.node(
    id uuid PRIMARY KEY,
    alive_until bigint NOT NULL,
    lobby text NOT NULL
);

-- Who is connected where. A client of a node that is gone left when the node's lease ended.
CREATE UNLOGGED TABLE agon.presence(
    game uuid NOT NULL,
    node uuid NOT NULL,
    p1 boolean NOT NULL,
    p2 boolean NOT NULL,
    watchers integer NOT NULL,
    p1_left bigint,
    p2_left bigint,
    PRIMARY KEY (game, node)
);
CREATE INDEX presence_by_node ON agon.presence(node);
