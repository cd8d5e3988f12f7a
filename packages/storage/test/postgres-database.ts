import pg from 'pg';

/** Asks a database behind the back of its store, as an operator could. */
export async function asked(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A database takes longer to make than a test; an empty one is as good as a fresh one. */
export const EMPTY = `DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'rastro'
      AND tablename NOT IN ('schema_version', 'position_layout', 'partitions', 'id_blocks')
    LOOP EXECUTE format('DELETE FROM rastro.%I', name); END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences WHERE schemaname = 'rastro';
    UPDATE rastro.id_blocks SET next = 1;
    UPDATE rastro.partitions SET epoch = 0, seq = NULL, owner = NULL, lease_until = NULL;
  END
$$`;

/** Leases, and what is alive, end so much earlier. */
export const passing = (ms: number): string =>
  `UPDATE rastro.partitions SET lease_until = lease_until - ${ms} * interval '1 millisecond';
   UPDATE rastro.nodes SET alive_until = alive_until - ${ms} * interval '1 millisecond';
   UPDATE rastro.publishers SET alive_until = alive_until - ${ms} * interval '1 millisecond'`;
