/** Migrations after `MIGRATIONS`, by the same rules; the first here follows the last there. */
export const LATER_MIGRATIONS: readonly string[] = [
  // The service history of vehicles: deleted with the vehicle, and retained when a maintenance is deleted.
  `
  CREATE TABLE services (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    device_id INTEGER NOT NULL,
    maintenance_id INTEGER NOT NULL,
    maintenance_name TEXT,
    time INTEGER NOT NULL,
    odometer_m REAL,
    hours_ms REAL,
    cost INTEGER,
    notes TEXT,
    user_id INTEGER NOT NULL,
    user_name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX services_of_devices ON services (device_id, maintenance_id, time);
  CREATE TRIGGER services_of_gone_devices AFTER DELETE ON device_documents BEGIN
    DELETE FROM services WHERE device_id = OLD.id;
  END;
  `,
  // Credentials record where they were opened, and when they were used; the audit log is searched by user and object.
  `
  ALTER TABLE credentials ADD COLUMN name TEXT; ALTER TABLE credentials ADD COLUMN address TEXT;
  ALTER TABLE credentials ADD COLUMN user_agent TEXT; ALTER TABLE credentials ADD COLUMN used_at INTEGER;
  CREATE INDEX actions_user ON actions (user_id, action_time, id);
  CREATE INDEX actions_object ON actions (object_type, object_id, action_time, id);
  `,
  // A fine or discount by share is `percent`, as the specification has it. Text in quotes inside a value is escaped there.
  `
  UPDATE user_documents
    SET body = replace(replace(body, '.billingFineMode":"percentage"', '.billingFineMode":"percent"'),
      '.billingDiscountMode":"percentage"', '.billingDiscountMode":"percent"')
    WHERE body LIKE '%Mode":"percentage"%';
  `,
  // Pieces of derived history of past days, packed: `place` is device * 131072 + UTC day, so that those of a device lie
  // together. States are most of them, and a table of their own: reports need none, and smaller rows leave less of a page
  // empty. Rows of `book_pieces` become these day by day, after the start.
  `
  CREATE TABLE packed_pieces (
    place INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL,
    start_time INTEGER NOT NULL,
    end_time INTEGER NOT NULL,
    decided_from INTEGER NOT NULL,
    decided_to INTEGER NOT NULL,
    pieces BLOB NOT NULL
  ) STRICT;
  CREATE INDEX packed_pieces_decided ON packed_pieces (device_id, decided_to, decided_from);
  CREATE TABLE packed_states (
    place INTEGER PRIMARY KEY,
    states BLOB NOT NULL
  ) STRICT;
  CREATE TRIGGER packed_states_of_pieces AFTER DELETE ON packed_pieces BEGIN
    DELETE FROM packed_states WHERE place = OLD.place;
  END;
  `,
  // Positions of past days, packed: `place` is (device * 131072 + UTC day) * 64 + part, so that those of a device lie
  // together, and `packed_ids` says of each 1,024 ids to which devices they belong. Rows of `positions` become these day
  // by day, after the start: their late records must not go with them, so a trigger no longer takes these along.
  `
  CREATE TABLE history (
    place INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    from_time INTEGER NOT NULL,
    to_time INTEGER NOT NULL,
    first_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    head BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX history_ids ON history (device_id, last_id, first_id);
  CREATE TABLE packed_ids (
    chunk INTEGER PRIMARY KEY,
    devices BLOB NOT NULL
  ) STRICT;
  DROP TRIGGER late_records_of_positions;
  `,
  // New records are `arrivals` first, a row for many, and then parts of a day; those of a device in rows up to
  // `moved_arrivals` are. A day has up to 512 parts now, not 64.
  `
  CREATE TABLE new_history (
    place INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    from_time INTEGER NOT NULL,
    to_time INTEGER NOT NULL,
    first_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    is_part INTEGER NOT NULL,
    head BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  INSERT INTO new_history SELECT place / 64 * 512 + place % 64, device_id, n, from_time, to_time, first_id, last_id, 0,
    head, body FROM history ORDER BY place;
  DROP TABLE history;
  ALTER TABLE new_history RENAME TO history;
  CREATE INDEX history_parts ON history (place) WHERE is_part = 1;
  CREATE INDEX history_ids ON history (device_id, last_id, first_id);
  CREATE TABLE arrivals (
    seq INTEGER PRIMARY KEY,
    first_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    devices BLOB NOT NULL,
    body BLOB NOT NULL,
    states BLOB NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE moved_arrivals (
    device_id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL
  ) STRICT;
  `,
  // Of several processes on one store, one does a piece of work.
  `
  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE statistics_seen (
    capture_time INTEGER NOT NULL,
    name TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (capture_time, name, id)
  ) STRICT, WITHOUT ROWID;
  `,
  // Events that are stored and not yet matched with the rules of notifications.
  `
  CREATE TABLE outbox (event_id INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER outbox_of_gone_events AFTER DELETE ON events BEGIN
    DELETE FROM outbox WHERE event_id = OLD.id;
  END;
  `,
  // Driving style in the sums of a day. Its rules are new: history is derived again.
  `
  ALTER TABLE book_days ADD COLUMN over_10_s INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN over_20_s INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN over_50_s INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN over_more_s INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN brakings INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN severe_brakings INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN accelerations INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN severe_accelerations INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN cornerings INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN severe_cornerings INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN belt_alarms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN phone_alarms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN watched_m INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN partly_watched_m INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN long_drives INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN night_s INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE book_days ADD COLUMN off_hours_m INTEGER NOT NULL DEFAULT 0;
  `,
  // Sums of drivers, and of blocks of 32 days: of a device (driver '') and of each driver with it. What is stored of
  // devices is added up; drivers come as history is derived again.
  `
  CREATE TABLE driver_days (
    device_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    driver TEXT NOT NULL,
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
    night_s INTEGER NOT NULL,
    watched_m INTEGER NOT NULL,
    over_10_s INTEGER NOT NULL,
    over_20_s INTEGER NOT NULL,
    over_50_s INTEGER NOT NULL,
    over_more_s INTEGER NOT NULL,
    brakings INTEGER NOT NULL,
    accelerations INTEGER NOT NULL,
    cornerings INTEGER NOT NULL,
    severe_brakings INTEGER NOT NULL,
    severe_accelerations INTEGER NOT NULL,
    severe_cornerings INTEGER NOT NULL,
    phone_alarms INTEGER NOT NULL,
    belt_alarms INTEGER NOT NULL,
    long_drives INTEGER NOT NULL,
    partly_watched_m INTEGER NOT NULL,
    off_hours_m INTEGER NOT NULL,
    quarters TEXT NOT NULL,
    PRIMARY KEY (device_id, day, driver)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX driver_days_of_driver ON driver_days (driver, day);
  CREATE TABLE day_blocks (
    device_id INTEGER NOT NULL,
    driver TEXT NOT NULL,
    block INTEGER NOT NULL,
    sums TEXT NOT NULL,
    days TEXT NOT NULL,
    PRIMARY KEY (device_id, driver, block)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO day_blocks SELECT device_id, '', day >> 5, json_array(
      sum(distance_m), sum(gap_m), sum(shuffle_m), sum(moving_s), sum(stopped_s), sum(quiet_s), sum(silent_s),
      sum(engine_s), sum(idle_s), sum(overspeed_s), sum(fuel_ml), sum(filled_ml), sum(drained_ml), sum(records),
      max(max_kmh), max_at, sum(night_s), sum(watched_m), sum(over_10_s), sum(over_20_s), sum(over_50_s),
      sum(over_more_s), sum(brakings), sum(accelerations), sum(cornerings), sum(severe_brakings),
      sum(severe_accelerations), sum(severe_cornerings), sum(phone_alarms), sum(belt_alarms), sum(long_drives),
      sum(partly_watched_m), sum(off_hours_m)), json_group_array(json_array(
      day, distance_m, gap_m, shuffle_m, moving_s, stopped_s, quiet_s, silent_s, engine_s, idle_s, overspeed_s,
      fuel_ml, filled_ml, drained_ml, records, max_kmh, max_at, night_s, watched_m, over_10_s, over_20_s, over_50_s,
      over_more_s, brakings, accelerations, cornerings, severe_brakings, severe_accelerations, severe_cornerings,
      phone_alarms, belt_alarms, long_drives, partly_watched_m, off_hours_m) ORDER BY day)
    FROM book_days GROUP BY device_id, day >> 5;
  `,
];
