/**
 * Tables of records, of what is derived from them and of who works on them: the second migration, as frozen as the first.
 *
 * Positions are parted by the week of their fixTime, so that old ones go by dropping tables. Times of clocks that are far
 * off must not make a table each: all before 2000 are in one, and so is all that is far in the future. Weeks before the
 * schema was made by more than a year, of which only an import has many, are in one table for each year.
 */
export const RECORD_TABLES = `
  -- Rejects what the statement is part of; a condition that does not hold calls it.
  CREATE FUNCTION reject(code text) RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'rejected' USING ERRCODE = code; END $$;

  CREATE TABLE positions (
    fix_time bigint NOT NULL,
    device_time bigint NOT NULL,
    server_time bigint NOT NULL,
    content_key bigint NOT NULL,
    id bigint NOT NULL,
    device_id bigint NOT NULL,
    latitude float8 NOT NULL,
    longitude float8 NOT NULL,
    altitude float8 NOT NULL,
    speed float8 NOT NULL,
    course float8 NOT NULL,
    accuracy float8 NOT NULL,
    valid boolean NOT NULL,
    protocol text NOT NULL,
    address text,
    network text,
    geofence_ids text,
    attributes text NOT NULL
  ) PARTITION BY RANGE (fix_time);
  CREATE UNIQUE INDEX positions_identity ON positions (device_id, fix_time, device_time, content_key);
  CREATE INDEX positions_id ON positions (id);

  -- Where weeks begin, and where they end for now; both are Mondays, in milliseconds since 1970.
  CREATE TABLE position_layout (weeks_from bigint NOT NULL, horizon bigint NOT NULL);
  DO $$
    DECLARE
      week bigint := 604800000;
      monday bigint := floor((extract(epoch FROM clock_timestamp()) * 1000 - 345600000) / week) * week + 345600000;
    BEGIN
      INSERT INTO position_layout VALUES (monday - 53 * week, monday + 26 * week);
      EXECUTE 'CREATE TABLE positions_before PARTITION OF positions FOR VALUES FROM (MINVALUE) TO (946684800000)';
      EXECUTE format('CREATE TABLE positions_after PARTITION OF positions FOR VALUES FROM (%s) TO (MAXVALUE)',
        monday + 26 * week);
    END
  $$;

  CREATE TABLE device_states (
    device_id bigint PRIMARY KEY,
    position_id bigint NOT NULL,
    -- fixTime of that position; NULL = it was not known when the state was stored.
    position_time bigint,
    last_update bigint,
    status text NOT NULL,
    memory text NOT NULL
  ) WITH (fillfactor = 50);
  CREATE INDEX device_states_partition ON device_states ((device_id % 64), device_id);

  CREATE TABLE late_records (
    device_id bigint NOT NULL,
    fix_time bigint NOT NULL,
    position_id bigint NOT NULL,
    correction_m float8,
    correction_ms bigint,
    PRIMARY KEY (device_id, fix_time, position_id)
  );
  CREATE INDEX late_records_open ON late_records (device_id, fix_time) WHERE correction_m IS NULL;
  CREATE TABLE pending_corrections (
    device_id bigint PRIMARY KEY,
    correction_m float8 NOT NULL,
    correction_ms bigint NOT NULL
  );

  CREATE TABLE id_blocks (kind text COLLATE "C" PRIMARY KEY, next bigint NOT NULL) WITH (fillfactor = 10);
  INSERT INTO id_blocks VALUES ('position', 1), ('event', 1);

  -- Rows of the fence: a commit moves the cursor of its partition, and whoever takes the partition raises the epoch.
  CREATE TABLE partitions (
    partition int PRIMARY KEY,
    epoch bigint NOT NULL,
    seq bigint,
    owner text COLLATE "C",
    lease_until timestamptz
  ) WITH (fillfactor = 10);
  INSERT INTO partitions SELECT n, 0 FROM generate_series(0, 63) AS n;
  CREATE TABLE nodes (name text COLLATE "C" PRIMARY KEY, alive_until timestamptz NOT NULL);

  -- The last batches of each run of commits, newest first, so that an outcome that was not heard can be asked for.
  CREATE TABLE ingest_runs (
    writer text COLLATE "C" NOT NULL,
    run bigint NOT NULL,
    at bigint NOT NULL,
    outcomes text[] NOT NULL,
    is_over boolean NOT NULL DEFAULT false,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (writer, run)
  ) WITH (fillfactor = 10);

  CREATE TABLE trip_heads (
    device_id bigint PRIMARY KEY,
    settings text NOT NULL,
    revision bigint NOT NULL,
    last_time bigint NOT NULL,
    last_device_time bigint NOT NULL,
    last_key bigint NOT NULL,
    state text NOT NULL,
    late_from bigint,
    late_to bigint,
    longest_episode bigint NOT NULL,
    kept_time bigint,
    kept_decided_time bigint,
    kept_decided_device_time bigint,
    kept_decided_key bigint,
    kept_state text
  ) WITH (fillfactor = 50);
  CREATE TABLE trip_pieces (
    device_id bigint NOT NULL,
    start_time bigint NOT NULL,
    end_time bigint NOT NULL,
    start_key bigint NOT NULL,
    end_key bigint NOT NULL,
    decided_time bigint NOT NULL,
    decided_device_time bigint NOT NULL,
    decided_key bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    body text NOT NULL,
    quarters text NOT NULL,
    state text NOT NULL,
    PRIMARY KEY (device_id, start_time, end_time, kind, start_key, end_key)
  );
  CREATE INDEX trip_pieces_decided
    ON trip_pieces (device_id, decided_time, decided_device_time, decided_key, end_time);
  CREATE TABLE trip_episodes (
    device_id bigint NOT NULL,
    start_time bigint NOT NULL,
    end_time bigint NOT NULL,
    geofence_id bigint NOT NULL,
    start_key bigint NOT NULL,
    end_key bigint NOT NULL,
    decided_time bigint NOT NULL,
    decided_device_time bigint NOT NULL,
    decided_key bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (device_id, kind, start_time, end_time, geofence_id, start_key, end_key)
  );
  CREATE INDEX trip_episodes_decided
    ON trip_episodes (device_id, decided_time, decided_device_time, decided_key);
  CREATE TABLE trip_days (
    device_id bigint NOT NULL,
    day bigint NOT NULL,
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
    quarters text NOT NULL,
    PRIMARY KEY (device_id, day)
  );
  CREATE TABLE track_days (
    device_id bigint NOT NULL,
    day bigint NOT NULL,
    head bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (device_id, day)
  );
`;
