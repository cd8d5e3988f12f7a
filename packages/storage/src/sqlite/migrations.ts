import { LATER_MIGRATIONS } from './later-migrations.ts';

/**
 * Forward only; never edit a landed entry, add one. Frozen text: nothing in it comes from a list that may grow. Each runs in a transaction together with its version
 * number, so a kill half-way leaves the former version.
 *
 * `positions` is clustered by device and time (WITHOUT ROWID): a day of one vehicle is one run of pages.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE positions (
    device_id INTEGER NOT NULL,
    fix_time INTEGER NOT NULL,
    device_time INTEGER NOT NULL,
    content_key INTEGER NOT NULL,
    id INTEGER NOT NULL,
    server_time INTEGER NOT NULL,
    protocol TEXT NOT NULL,
    valid INTEGER NOT NULL,
    latitude REAL NOT NULL,
    longitude REAL NOT NULL,
    altitude REAL NOT NULL,
    speed REAL NOT NULL,
    course REAL NOT NULL,
    accuracy REAL NOT NULL,
    address TEXT,
    network TEXT,
    geofence_ids TEXT,
    attributes TEXT NOT NULL,
    PRIMARY KEY (device_id, fix_time, device_time, content_key)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX positions_id ON positions (id);

  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    event_time INTEGER NOT NULL,
    position_id INTEGER NOT NULL,
    geofence_id INTEGER NOT NULL,
    maintenance_id INTEGER NOT NULL,
    attributes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_device_time ON events (device_id, event_time);

  CREATE TABLE device_states (
    device_id INTEGER PRIMARY KEY,
    position_id INTEGER NOT NULL,
    last_update INTEGER,
    status TEXT NOT NULL,
    memory TEXT NOT NULL
  ) STRICT;

  CREATE TABLE links (
    owner_kind TEXT NOT NULL,
    owner_id INTEGER NOT NULL,
    property_kind TEXT NOT NULL,
    property_id INTEGER NOT NULL,
    PRIMARY KEY (owner_kind, owner_id, property_kind, property_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_property ON links (property_kind, property_id);

  CREATE TABLE credentials (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    origin TEXT,
    actor_id INTEGER,
    parent_hash TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE server_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE user_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE group_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE device_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE geofence_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE command_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE notification_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE driver_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE calendar_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE maintenance_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE attribute_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE order_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE report_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  `,
  `
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
  CREATE TABLE statistics (
    capture_time INTEGER PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE commands (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    device_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    text_channel INTEGER NOT NULL,
    description TEXT,
    attributes TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    sent_at INTEGER,
    changed_at INTEGER NOT NULL,
    result TEXT,
    reason TEXT
  ) STRICT;
  CREATE INDEX commands_device ON commands (device_id, id);
  CREATE INDEX commands_status ON commands (status, sent_at);
  `,
  `CREATE TABLE marks (name TEXT PRIMARY KEY, instant INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  `
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    notification_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    event_type TEXT NOT NULL,
    device_id INTEGER NOT NULL,
    channel TEXT NOT NULL,
    target TEXT,
    status TEXT NOT NULL,
    reason TEXT,
    tries INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX deliveries_once ON deliveries (event_id, notification_id, user_id, channel) WHERE event_id > 0;
  CREATE INDEX deliveries_user ON deliveries (user_id, created_at);
  CREATE INDEX deliveries_time ON deliveries (created_at);
  CREATE INDEX deliveries_open ON deliveries (id) WHERE status IN ('waiting', 'sending');
  CREATE TABLE private_values (
    owner_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner_id, name)
  ) STRICT, WITHOUT ROWID;
  `,
  `CREATE INDEX commands_time ON commands (created_at);`,
  `
  CREATE TABLE id_blocks (kind TEXT PRIMARY KEY, next INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO id_blocks SELECT 'position', coalesce(max(id), 0) + 1 FROM positions;
  INSERT INTO id_blocks SELECT 'event', coalesce(max(id), 0) + 1 FROM events;
  CREATE TABLE cursors (
    partition INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    seq INTEGER NOT NULL
  ) STRICT;
  `,
  // Guests were identified by an address composed of their giver's; one whose giver is unknown ends.
  `
  CREATE TEMP TABLE former_guests AS
    SELECT guest.id AS id, giver.id AS giver, link.property_kind AS kind, link.property_id AS thing,
      'guest-' || lower(hex(randomblob(8))) || '@share.invalid' AS address, min(length(giver.key)) AS shortest
    FROM user_documents AS guest
    JOIN links AS link ON link.owner_kind = 'user' AND link.owner_id = guest.id
      AND link.property_kind IN ('device', 'group')
    JOIN user_documents AS giver ON giver.id <> guest.id
      AND substr(guest.key, 1, length(giver.key) + 1) = giver.key || ':'
    WHERE json_extract(guest.body, '$.temporary') = 1 AND json_extract(guest.body, '$.attributes.isShared') = 1
    GROUP BY guest.id;
  DELETE FROM links WHERE owner_kind = 'user' AND owner_id IN (
    SELECT id FROM user_documents WHERE json_extract(body, '$.temporary') = 1
      AND json_extract(body, '$.attributes.isShared') = 1 AND id NOT IN (SELECT id FROM former_guests)
  );
  DELETE FROM user_documents WHERE json_extract(body, '$.temporary') = 1
    AND json_extract(body, '$.attributes.isShared') = 1 AND id NOT IN (SELECT id FROM former_guests);
  UPDATE user_documents SET
    key = former.address,
    body = json_set(body, '$.email', former.address, '$.giverId', former.giver, '$.share',
      json_object('kind', former.kind, 'id', former.thing,
        'createdTime', strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')))
    FROM former_guests AS former WHERE former.id = user_documents.id;
  DROP TABLE former_guests;
  `,
  // Keys of records: fixTime, deviceTime, content. History is derived from positions; losing these tables loses time
  // only.
  `
  CREATE TABLE book_heads (
    device_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL,
    revision INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    last_device_time INTEGER NOT NULL,
    last_key INTEGER NOT NULL,
    state TEXT NOT NULL,
    late_from INTEGER,
    late_to INTEGER,
    longest_episode INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE book_pieces (
    device_id INTEGER NOT NULL,
    start_time INTEGER NOT NULL,
    end_time INTEGER NOT NULL,
    kind TEXT NOT NULL,
    start_key INTEGER NOT NULL,
    end_key INTEGER NOT NULL,
    decided_time INTEGER NOT NULL,
    decided_device_time INTEGER NOT NULL,
    decided_key INTEGER NOT NULL,
    body TEXT NOT NULL,
    quarters TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (device_id, start_time, end_time, kind, start_key, end_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX book_pieces_decided
    ON book_pieces (device_id, decided_time, decided_device_time, decided_key, end_time);
  CREATE TABLE book_episodes (
    device_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    start_time INTEGER NOT NULL,
    end_time INTEGER NOT NULL,
    geofence_id INTEGER NOT NULL,
    start_key INTEGER NOT NULL,
    end_key INTEGER NOT NULL,
    decided_time INTEGER NOT NULL,
    decided_device_time INTEGER NOT NULL,
    decided_key INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (device_id, kind, start_time, end_time, geofence_id, start_key, end_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX book_episodes_decided
    ON book_episodes (device_id, decided_time, decided_device_time, decided_key);
  CREATE TABLE book_days (
    device_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    distance_m INTEGER NOT NULL,
    gap_m INTEGER NOT NULL,
    shuffle_m INTEGER NOT NULL,
    moving_s INTEGER NOT NULL,
    stopped_s INTEGER NOT NULL,
    quiet_s INTEGER NOT NULL,
    silent_s INTEGER NOT NULL,
    engine_s INTEGER NOT NULL,
    idle_s INTEGER NOT NULL,
    overspeed_s INTEGER NOT NULL,
    fuel_ml INTEGER NOT NULL,
    filled_ml INTEGER NOT NULL,
    drained_ml INTEGER NOT NULL,
    records INTEGER NOT NULL,
    max_kmh REAL NOT NULL,
    max_at INTEGER NOT NULL,
    quarters TEXT NOT NULL,
    PRIMARY KEY (device_id, day)
  ) STRICT, WITHOUT ROWID;
  `,
  // Changing or flagging the history of a day deletes its track in the same transaction: no writer can forget it.
  `
  CREATE TABLE track_days (
    device_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    head BLOB NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (device_id, day)
  ) STRICT;
  CREATE TRIGGER track_days_of_new_books AFTER INSERT ON book_days BEGIN
    DELETE FROM track_days WHERE device_id = NEW.device_id AND day = NEW.day;
  END;
  CREATE TRIGGER track_days_of_old_books AFTER DELETE ON book_days BEGIN
    DELETE FROM track_days WHERE device_id = OLD.device_id AND day = OLD.day;
  END;
  CREATE TRIGGER track_days_of_late_records AFTER UPDATE OF late_from, late_to ON book_heads
  WHEN NEW.late_from IS NOT NULL BEGIN
    DELETE FROM track_days WHERE device_id = NEW.device_id
      AND day BETWEEN NEW.late_from / 86400000 AND NEW.late_to / 86400000;
  END;
  `,
  // Corrections of totals by late records: NULL = not checked yet. And the start of history whose positions were
  // deleted.
  `
  CREATE TABLE late_records (
    device_id INTEGER NOT NULL,
    fix_time INTEGER NOT NULL,
    position_id INTEGER NOT NULL,
    owed_m REAL,
    owed_ms INTEGER,
    PRIMARY KEY (device_id, fix_time, position_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX late_records_open ON late_records (device_id, fix_time) WHERE owed_m IS NULL;
  CREATE TABLE owed_totals (
    device_id INTEGER PRIMARY KEY,
    owed_m REAL NOT NULL,
    owed_ms INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE book_heads ADD COLUMN kept_time INTEGER;
  ALTER TABLE book_heads ADD COLUMN kept_decided_time INTEGER;
  ALTER TABLE book_heads ADD COLUMN kept_decided_device_time INTEGER;
  ALTER TABLE book_heads ADD COLUMN kept_decided_key INTEGER;
  ALTER TABLE book_heads ADD COLUMN kept_state TEXT;
  CREATE TRIGGER late_records_of_positions AFTER DELETE ON positions BEGIN
    DELETE FROM late_records
      WHERE device_id = OLD.device_id AND fix_time = OLD.fix_time AND position_id = OLD.id;
  END;
  `,
  // Answers of the geocoding service for grid cells; rows of reports look them up when they are read.
  `
  CREATE TABLE addresses (
    cell INTEGER PRIMARY KEY,
    address TEXT,
    found_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX addresses_found ON addresses (found_at);
  `,
  // Events that wait for an acknowledgement; the first one stays.
  `
  CREATE TABLE alarms (
    event_id INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL,
    event_time INTEGER NOT NULL,
    acknowledged_at INTEGER,
    user_id INTEGER,
    user_name TEXT,
    note TEXT
  ) STRICT;
  CREATE INDEX alarms_open ON alarms (event_time) WHERE acknowledged_at IS NULL;
  CREATE INDEX alarms_done ON alarms (event_time) WHERE acknowledged_at IS NOT NULL;
  CREATE TRIGGER alarms_of_events AFTER DELETE ON events BEGIN
    DELETE FROM alarms WHERE event_id = OLD.id;
  END;
  `,
  // A user is notified of an event once, and once more when nobody has acknowledged it: lines of another type.
  `
  DROP INDEX deliveries_once;
  CREATE UNIQUE INDEX deliveries_once ON deliveries (event_id, notification_id, user_id, channel, event_type)
    WHERE event_id > 0;
  `,
  // Tracks show late and left-out records: stored ones are made again.
  'DELETE FROM track_days;',
  ...LATER_MIGRATIONS,
];
