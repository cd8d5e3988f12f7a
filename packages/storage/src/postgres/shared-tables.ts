/**
 * Tables that the tracking server and the extension have alike, each in its own schema; part of their first migrations and
 * as frozen as these. Texts that are compared or sorted have the collation of bytes, whatever the database has.
 */
export const SHARED_TABLES = `
  CREATE TABLE cursors (name text COLLATE "C" PRIMARY KEY, instant bigint NOT NULL);

  CREATE TABLE private_values (
    owner_id bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (owner_id, name)
  );

  CREATE TABLE leases (
    name text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    until timestamptz NOT NULL
  );

  CREATE TABLE actions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    action_time bigint NOT NULL,
    address text NOT NULL,
    user_id bigint NOT NULL,
    action_type text COLLATE "C" NOT NULL,
    object_type text COLLATE "C" NOT NULL,
    object_id bigint NOT NULL,
    attributes text NOT NULL
  );
  CREATE INDEX actions_time ON actions (action_time, id);
  CREATE INDEX actions_user ON actions (user_id, action_time, id);
  CREATE INDEX actions_object ON actions (object_type, object_id, action_time, id);
`;
