import type { DocumentKind, StoredLink } from '@rastro/storage';
import type { Period } from '../replica/traccar-reader.ts';
import { UnreadableAnswerError } from '../replica/unreadable-answer.ts';
import { rowOfColumns, wallText } from './database-columns.ts';
import type { Database } from './open-database.ts';
import type { HistoryAnswer, HistoryKind, Source, SourceRow } from './source.ts';

interface Options {
  readonly database: Database;
  /** For messages. */
  readonly name: string;
  /** In which times are written there. */
  readonly zone: string;
}

const TABLES = {
  server: 'tc_servers',
  user: 'tc_users',
  group: 'tc_groups',
  device: 'tc_devices',
  geofence: 'tc_geofences',
  notification: 'tc_notifications',
  driver: 'tc_drivers',
  calendar: 'tc_calendars',
  command: 'tc_commands',
  maintenance: 'tc_maintenances',
  attribute: 'tc_attributes',
  order: 'tc_orders',
  report: 'tc_reports',
} as const satisfies Readonly<Record<DocumentKind, string>>;
/** Tables of links name users and devices by what they are. */
const KINDS_OF_PROPERTIES: Readonly<Record<string, string>> = { managedUser: 'user', linkedDevice: 'device' };
const HISTORY = {
  positions: { table: 'tc_positions', time: 'fixtime', field: 'fixTime' },
  events: { table: 'tc_events', time: 'eventtime', field: 'eventTime' },
} as const;
const MAX_ROWS = 8000;
/** Where those of some hours more are read along. */
const MAX_ROWS_AROUND = 80_000;
/** A reading of the clock that comes twice a year is up to this far from its instant. */
const CLOCK_CHANGE_MS = 3 * 3_600_000;

/** The database of a Traccar: all that its API gives, and the hashes of passwords. */
export class DatabaseSource implements Source {
  readonly name: string;
  readonly hasPasswords = true;
  readonly #database: Database;
  readonly #zone: string;

  constructor({ database, name, zone }: Options) {
    this.#database = database;
    this.name = name;
    this.#zone = zone;
  }

  async list(kind: DocumentKind): Promise<readonly SourceRow[]> {
    const rows = await this.#rows(`SELECT * FROM ${TABLES[kind]} ORDER BY id`, []);
    if (rows === null && (kind === 'user' || kind === 'device'))
      throw new UnreadableAnswerError(`Cannot read ${this.name}: it has no table ${TABLES[kind]}`);
    return (rows ?? []).map((row) => rowOfColumns(row, this.#zone));
  }

  async links(ownerKind: string, propertyKind: string): Promise<readonly StoredLink[]> {
    const table = `tc_${ownerKind}_${KINDS_OF_PROPERTIES[propertyKind] ?? propertyKind}`;
    const [owner, property] = [`${ownerKind}id`, `${propertyKind}id`.toLowerCase()];
    const rows =
      (await this.#rows(`SELECT ${owner} AS owner, ${property} AS property FROM ${table}`, [])) ?? [];
    return rows.map((row) => ({
      ownerKind,
      ownerId: Number(row['owner']),
      propertyKind,
      propertyId: Number(row['property']),
    }));
  }

  async history(
    kind: HistoryKind,
    { deviceId, from, to }: Period & { readonly deviceId: number },
  ): Promise<HistoryAnswer> {
    const { table, time, field } = HISTORY[kind];
    const isUtc = this.#zone === 'UTC';
    const [more, limit] = isUtc ? [0, MAX_ROWS] : [CLOCK_CHANGE_MS, MAX_ROWS_AROUND];
    const [first, last] = [from - more, to + more].map((instant) => wallText(instant, this.#zone));
    const sql = `SELECT * FROM ${table} WHERE deviceid = ? AND ${time} BETWEEN ? AND ? ORDER BY ${time} LIMIT ${limit + 1}`;
    const found = (await this.#rows(sql, [deviceId, first ?? '', last ?? ''])) ?? [];
    const timeOf = (row: SourceRow | undefined): number => Date.parse(String(row?.[field]));
    const rows = found
      .map((row) => rowOfColumns(row, this.#zone))
      .filter((row) => isUtc || (timeOf(row) >= from && timeOf(row) <= to));
    if (found.length > limit || rows.length > MAX_ROWS)
      return { rows: null, shorterTo: timeOf(rows[Math.min(rows.length, MAX_ROWS) >> 1]) };
    return { rows, share: rows.length / MAX_ROWS };
  }

  async counts(): Promise<{ readonly positions: number; readonly events: number }> {
    const count = async (table: string): Promise<number> =>
      Number((await this.#rows(`SELECT count(*) AS rows_there FROM ${table}`, []))?.[0]?.['rows_there'] ?? 0);
    return { positions: await count('tc_positions'), events: await count('tc_events') };
  }

  /** Pictures are files beside the database. */
  async picture(): Promise<null> {
    return null;
  }
  async visible(): Promise<null> {
    return null;
  }
  close(): Promise<void> {
    return this.#database.close();
  }

  async #rows(sql: string, values: readonly (string | number)[]): Promise<readonly SourceRow[] | null> {
    try {
      return await this.#database.rows(sql, values);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new UnreadableAnswerError(`Cannot read ${this.name}: ${why}`, { cause });
    }
  }
}
