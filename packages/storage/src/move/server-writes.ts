import { columnsOf } from '../postgres/bound.ts';
import type { Queries } from '../postgres/postgres-database.ts';
import type { Counters } from './moved-store.ts';
import type { MovedColumn, MovedRow, MovedTable, MovedValue } from './moved-table.ts';

const TYPES: Readonly<Record<MovedColumn['type'], string>> = {
  integer: 'bigint',
  real: 'float8',
  text: 'text',
  boolean: 'int',
  bytes: 'bytea',
};

/** Inserts rows with the ids that they have. */
export async function insertRows(
  queries: Queries,
  table: MovedTable,
  rows: readonly MovedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { name, columns, key, ofKind } = table;
  const arrays = columns.map(({ type }, i) => `$${i + 1}::${TYPES[type]}[]`);
  const values = columns.map(({ type }, i) => (type === 'boolean' ? `c${i} <> 0` : `c${i}`));
  const names = columns.map((column) => column.name);
  const constant = ofKind === null ? [] : [ofKind];
  await queries.run(
    `INSERT INTO ${name} (${[...(ofKind === null ? [] : ['kind']), ...names].join()}) OVERRIDING SYSTEM VALUE
     SELECT ${[...(ofKind === null ? [] : [`$${columns.length + 1}`]), ...values].join()}
     FROM unnest(${arrays.join()}) AS r (${columns.map((_, i) => `c${i}`).join()})
     ${table.isReplaced ? replacing(names, key) : ''}`,
    [...columnsOf(rows, (row) => row.map(bound)), ...constant],
  );
}

const replacing = (names: readonly string[], key: number): string =>
  `ON CONFLICT (${names.slice(0, key).join()}) DO UPDATE SET ${names
    .slice(key)
    .map((name) => `${name} = excluded.${name}`)
    .join()}`;

const bound = (value: MovedValue): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

/** The next ids come behind these. */
export async function setServerCounters(
  queries: Queries,
  tables: readonly MovedTable[],
  counters: Counters,
): Promise<void> {
  for (const { kind, name, hasCounter, ofKind } of tables) {
    const last = counters[kind] ?? 0;
    if (!hasCounter || last === 0) continue;
    if (ofKind === null)
      await queries.run(
        `SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2, (SELECT coalesce(max(id), 1) FROM ${name})))`,
        [name, last],
      );
    else
      await queries.run(
        `INSERT INTO entity_ids AS ids VALUES ($1, $2)
         ON CONFLICT (kind) DO UPDATE SET last = greatest(ids.last, excluded.last)`,
        [ofKind, last],
      );
  }
  for (const kind of ['position', 'event'])
    if (counters[kind] !== undefined)
      await queries.run('UPDATE id_blocks SET next = greatest(next, $2) WHERE kind = $1', [
        kind,
        counters[kind] + 1,
      ]);
}
