/** Of the store of the extension; as frozen as MIGRATIONS. */
export const EXTENSION_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE private_values (
    owner_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner_id, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE marks (name TEXT PRIMARY KEY, instant INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    action_time INTEGER NOT NULL,
    address TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    action_type TEXT NOT NULL,
    object_type TEXT NOT NULL,
    object_id INTEGER NOT NULL,
    attributes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX actions_time ON actions (action_time, id);
  `,
  // The log is looked up by who and what.
  `
  CREATE INDEX actions_user ON actions (user_id, action_time, id);
  CREATE INDEX actions_object ON actions (object_type, object_id, action_time, id);
  `,
];
