import { PACKED_TABLES } from './packed-tables.ts';
import { RECORD_TABLES } from './record-tables.ts';
import { SHARED_TABLES } from './shared-tables.ts';

/** Of the store of the tracking server. Forward only; never edit a landed entry, add one. Each runs in a transaction. */
export const MIGRATIONS: readonly string[] = [
  `
  ${SHARED_TABLES}

  CREATE TABLE entities (
    kind text COLLATE "C" NOT NULL,
    id bigint NOT NULL,
    key text COLLATE "C",
    version bigint NOT NULL DEFAULT 1,
    body text NOT NULL,
    PRIMARY KEY (kind, id),
    UNIQUE (kind, key)
  );
  CREATE TABLE entity_ids (kind text COLLATE "C" PRIMARY KEY, last bigint NOT NULL);

  CREATE TABLE links (
    owner_kind text COLLATE "C" NOT NULL,
    owner_id bigint NOT NULL,
    property_kind text COLLATE "C" NOT NULL,
    property_id bigint NOT NULL,
    PRIMARY KEY (owner_kind, owner_id, property_kind, property_id)
  );
  CREATE INDEX links_property ON links (property_kind, property_id);

  CREATE TABLE credentials (
    hash text COLLATE "C" PRIMARY KEY,
    purpose text COLLATE "C" NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    origin text,
    actor_id bigint,
    parent_hash text COLLATE "C",
    name text,
    address text,
    user_agent text,
    used_at bigint
  ) WITH (fillfactor = 80);
  CREATE INDEX credentials_user ON credentials (user_id);

  CREATE TABLE commands (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    device_id bigint NOT NULL,
    user_id bigint NOT NULL,
    type text NOT NULL,
    text_channel boolean NOT NULL,
    description text,
    attributes text NOT NULL,
    status text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    sent_at bigint,
    changed_at bigint NOT NULL,
    result text,
    reason text
  );
  CREATE INDEX commands_device ON commands (device_id, id);
  CREATE INDEX commands_status ON commands (status, sent_at);
  CREATE INDEX commands_time ON commands (created_at);

  CREATE TABLE deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL,
    notification_id bigint NOT NULL,
    event_id bigint NOT NULL,
    event_type text COLLATE "C" NOT NULL,
    device_id bigint NOT NULL,
    channel text COLLATE "C" NOT NULL,
    target text,
    status text COLLATE "C" NOT NULL,
    reason text,
    tries int NOT NULL,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL
  );
  CREATE UNIQUE INDEX deliveries_once ON deliveries (event_id, notification_id, user_id, channel, event_type)
    WHERE event_id > 0;
  CREATE INDEX deliveries_user ON deliveries (user_id, created_at);
  CREATE INDEX deliveries_time ON deliveries (created_at);
  CREATE INDEX deliveries_open ON deliveries (id) WHERE status IN ('waiting', 'sending');

  CREATE TABLE events (
    id bigint PRIMARY KEY,
    device_id bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    event_time bigint NOT NULL,
    position_id bigint NOT NULL,
    geofence_id bigint NOT NULL,
    maintenance_id bigint NOT NULL,
    attributes text NOT NULL
  );
  CREATE INDEX events_device_time ON events (device_id, event_time, id);
  CREATE TABLE alarms (
    event_id bigint PRIMARY KEY REFERENCES events ON DELETE CASCADE,
    device_id bigint NOT NULL,
    event_time bigint NOT NULL,
    acknowledged_at bigint,
    user_id bigint,
    user_name text,
    note text
  );
  CREATE INDEX alarms_open ON alarms (event_time) WHERE acknowledged_at IS NULL;
  CREATE INDEX alarms_done ON alarms (event_time) WHERE acknowledged_at IS NOT NULL;

  CREATE TABLE services (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    device_id bigint NOT NULL,
    maintenance_id bigint NOT NULL,
    maintenance_name text,
    time bigint NOT NULL,
    odometer_m float8,
    hours_ms float8,
    cost bigint,
    notes text,
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE INDEX services_of_devices ON services (device_id, maintenance_id, time);

  CREATE TABLE statistics (capture_time bigint PRIMARY KEY, body text NOT NULL);

  CREATE TABLE addresses (cell bigint PRIMARY KEY, address text, found_at bigint NOT NULL);
  CREATE INDEX addresses_found ON addresses (found_at);
  `,
  RECORD_TABLES,
  // Several processes count a day together.
  `
  CREATE TABLE statistics_seen (
    capture_time bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    id bigint NOT NULL,
    PRIMARY KEY (capture_time, name, id)
  );
  `,
  // Events that are stored and not yet matched with the rules of notifications.
  `
  CREATE TABLE outbox (event_id bigint PRIMARY KEY REFERENCES events ON DELETE CASCADE);
  `,
  // Messages that each process has published on the bus: without a log of it, for it changes several times a second.
  `
  CREATE UNLOGGED TABLE publishers (
    name text COLLATE "C" PRIMARY KEY,
    sent text NOT NULL,
    alive_until timestamptz NOT NULL
  ) WITH (fillfactor = 10);
  `,
  PACKED_TABLES,
  // The last bundle of each sender, where records come through a stream.
  'ALTER TABLE partitions ADD COLUMN senders text',
  // Driving style in the sums of a day. Its rules are new: history is derived again.
  `
  ALTER TABLE trip_days
    ADD COLUMN over_10_s bigint NOT NULL DEFAULT 0,
    ADD COLUMN over_20_s bigint NOT NULL DEFAULT 0,
    ADD COLUMN over_50_s bigint NOT NULL DEFAULT 0,
    ADD COLUMN over_more_s bigint NOT NULL DEFAULT 0,
    ADD COLUMN brakings bigint NOT NULL DEFAULT 0,
    ADD COLUMN severe_brakings bigint NOT NULL DEFAULT 0,
    ADD COLUMN accelerations bigint NOT NULL DEFAULT 0,
    ADD COLUMN severe_accelerations bigint NOT NULL DEFAULT 0,
    ADD COLUMN cornerings bigint NOT NULL DEFAULT 0,
    ADD COLUMN severe_cornerings bigint NOT NULL DEFAULT 0,
    ADD COLUMN belt_alarms bigint NOT NULL DEFAULT 0,
    ADD COLUMN phone_alarms bigint NOT NULL DEFAULT 0,
    ADD COLUMN watched_m bigint NOT NULL DEFAULT 0,
    ADD COLUMN partly_watched_m bigint NOT NULL DEFAULT 0,
    ADD COLUMN long_drives bigint NOT NULL DEFAULT 0,
    ADD COLUMN night_s bigint NOT NULL DEFAULT 0,
    ADD COLUMN off_hours_m bigint NOT NULL DEFAULT 0;
  `,
  // Sums of drivers, and of blocks of 32 days: of a device (driver '') and of each driver with it. What is stored of
  // devices is added up; drivers come as history is derived again.
  `
  CREATE TABLE driver_days (
    device_id bigint NOT NULL,
    day bigint NOT NULL,
    driver text COLLATE "C" NOT NULL,
    distance_m bigint NOT NULL,
    gap_m bigint NOT NULL,
    shuffle_m bigint NOT NULL,
    moving_s bigint NOT NULL,
    stopped_s bigint NOT NULL,
    quiet_s bigint NOT NULL,
    silent_s bigint NOT NULL,
    engine_s bigint NOT NULL,
    idle_s bigint NOT NULL,
    overspeed_s bigint NOT NULL,
    fuel_ml bigint NOT NULL,
    filled_ml bigint NOT NULL,
    drained_ml bigint NOT NULL,
    records bigint NOT NULL,
    max_kmh float8 NOT NULL,
    max_at bigint NOT NULL,
    night_s bigint NOT NULL,
    watched_m bigint NOT NULL,
    over_10_s bigint NOT NULL,
    over_20_s bigint NOT NULL,
    over_50_s bigint NOT NULL,
    over_more_s bigint NOT NULL,
    brakings bigint NOT NULL,
    accelerations bigint NOT NULL,
    cornerings bigint NOT NULL,
    severe_brakings bigint NOT NULL,
    severe_accelerations bigint NOT NULL,
    severe_cornerings bigint NOT NULL,
    phone_alarms bigint NOT NULL,
    belt_alarms bigint NOT NULL,
    long_drives bigint NOT NULL,
    partly_watched_m bigint NOT NULL,
    off_hours_m bigint NOT NULL,
    quarters text NOT NULL,
    PRIMARY KEY (device_id, day, driver)
  );
  CREATE INDEX driver_days_of_driver ON driver_days (driver, day);
  CREATE TABLE day_blocks (
    device_id bigint NOT NULL,
    driver text COLLATE "C" NOT NULL,
    block bigint NOT NULL,
    sums text NOT NULL,
    days text NOT NULL,
    PRIMARY KEY (device_id, driver, block)
  );
  INSERT INTO day_blocks SELECT device_id, '', day >> 5, json_build_array(
      sum(distance_m), sum(gap_m), sum(shuffle_m), sum(moving_s), sum(stopped_s), sum(quiet_s), sum(silent_s),
      sum(engine_s), sum(idle_s), sum(overspeed_s), sum(fuel_ml), sum(filled_ml), sum(drained_ml), sum(records),
      max(max_kmh), (array_agg(max_at ORDER BY max_kmh DESC, day))[1], sum(night_s), sum(watched_m), sum(over_10_s),
      sum(over_20_s), sum(over_50_s), sum(over_more_s), sum(brakings), sum(accelerations), sum(cornerings),
      sum(severe_brakings), sum(severe_accelerations), sum(severe_cornerings), sum(phone_alarms), sum(belt_alarms),
      sum(long_drives), sum(partly_watched_m), sum(off_hours_m))::text, json_agg(json_build_array(
      day, distance_m, gap_m, shuffle_m, moving_s, stopped_s, quiet_s, silent_s, engine_s, idle_s, overspeed_s,
      fuel_ml, filled_ml, drained_ml, records, max_kmh, max_at, night_s, watched_m, over_10_s, over_20_s, over_50_s,
      over_more_s, brakings, accelerations, cornerings, severe_brakings, severe_accelerations, severe_cornerings,
      phone_alarms, belt_alarms, long_drives, partly_watched_m, off_hours_m) ORDER BY day)::text
    FROM trip_days GROUP BY device_id, day >> 5;
  `,
];
