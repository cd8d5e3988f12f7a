/**
 * Tables of packed history: a migration, as frozen as the others. Runs of a device have no time in common; they are
 * parted by the same weeks and years as positions are.
 */
export const PACKED_TABLES = `
  CREATE SEQUENCE packed_run_ids;
  CREATE TABLE packed_runs (
    -- Of no other bytes, ever: whoever knows a run by it need not read it again.
    run_id bigint NOT NULL DEFAULT nextval('packed_run_ids'),
    device_id bigint NOT NULL,
    from_time bigint NOT NULL,
    to_time bigint NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    n bigint NOT NULL,
    head bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (device_id, from_time) INCLUDE (to_time, first_id, last_id, n, run_id)
  ) PARTITION BY RANGE (from_time);
  -- They are compressed already.
  ALTER TABLE packed_runs ALTER head SET STORAGE EXTERNAL, ALTER body SET STORAGE EXTERNAL;
  CREATE INDEX packed_runs_first_id ON packed_runs (first_id);
  CREATE TABLE packed_before PARTITION OF packed_runs FOR VALUES FROM (MINVALUE) TO (946684800000);

  -- Devices of ids that are packed: a thousand of them in a row.
  CREATE TABLE packed_ids (chunk bigint PRIMARY KEY, devices bytea NOT NULL);
  ALTER TABLE packed_ids ALTER devices SET STORAGE EXTERNAL;

  -- Records behind this time are in no run. It moves before the first of them is packed.
  ALTER TABLE position_layout ADD packed_to bigint NOT NULL DEFAULT ${Number.MIN_SAFE_INTEGER};
`;
