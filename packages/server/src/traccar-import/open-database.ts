import type { RowDataPacket } from 'mysql2/promise';
import { ImportError } from './import-error.ts';
import type { SourceRow } from './source.ts';

/** A database of a Traccar, for reading only. Times come as text, without a zone. */
export interface Database {
  /** @param sql With `?` for each value. Null = there is no such table: it is of a former version. */
  rows(sql: string, values: readonly (string | number)[]): Promise<readonly SourceRow[] | null>;
  close(): Promise<void>;
}
interface Access {
  /** E.g. `jdbc:postgresql://host:5432/traccar`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

const CONNECTIONS = 4;
/** Type ids of PostgreSQL. */
const TIMESTAMP = 1114;
/** `bigint` and `numeric`, which the driver leaves as text. */
const NUMBERS = [20, 1700] as const;
const UNDEFINED_TABLE = '42P01';
const NO_SUCH_TABLE = 'ER_NO_SUCH_TABLE';

/** @throws ImportError when the address is none of PostgreSQL, MySQL or MariaDB, or the driver is not installed. */
export async function openDatabase({ url, user, password }: Access): Promise<Database> {
  const [, kind, rest = ''] = /^jdbc:(postgresql|mysql|mariadb):\/\/(.+)$/.exec(url) ?? [];
  if (kind === undefined || !URL.canParse(`db://${rest}`))
    throw new ImportError(
      `Cannot import from ${shortOf(url)}: databases are jdbc:postgresql://… and jdbc:mysql://…`,
    );
  const { hostname: host, port, pathname } = new URL(`db://${rest}`);
  const access = { host, user, password, database: decodeURIComponent(pathname.slice(1)) };
  if (kind === 'postgresql') return openPostgres({ ...access, port: Number(port || 5432) });
  return openMysql({ ...access, port: Number(port || 3306) });
}

/** Without parameters, in which a password may be. */
export const shortOf = (url: string): string => url.split('?')[0] ?? '';

interface Server {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

async function openPostgres(server: Server): Promise<Database> {
  const { default: pg } = await driver(() => import('pg'), 'pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(TIMESTAMP, (text: string) => text);
  for (const type of NUMBERS) types.setTypeParser(type, Number);
  const pool = new pg.Pool({
    ...server,
    max: CONNECTIONS,
    options: '-c default_transaction_read_only=on',
    types,
  });
  // A lost connection fails the next question.
  pool.on('error', () => undefined);
  return {
    rows: async (sql, values) => {
      let at = 0;
      const numbered = sql.replaceAll('?', () => `$${++at}`);
      return pool
        .query<SourceRow>(numbered, [...values])
        .then(({ rows }) => rows, nullWithout(UNDEFINED_TABLE));
    },
    close: () => pool.end(),
  };
}

async function openMysql(server: Server): Promise<Database> {
  const { createPool } = await driver(() => import('mysql2/promise'), 'mysql2');
  const pool = createPool({ ...server, connectionLimit: CONNECTIONS, dateStrings: true });
  const connection = await pool.getConnection();
  await connection.query('SET SESSION TRANSACTION READ ONLY');
  connection.release();
  return {
    rows: async (sql, values) => {
      const asked = pool.query<RowDataPacket[]>(sql, [...values]);
      return asked.then(([rows]) => rows, nullWithout(NO_SUCH_TABLE));
    },
    close: () => pool.end(),
  };
}

const nullWithout =
  (code: string) =>
  (error: unknown): null => {
    if (Object(error).code === code) return null;
    throw error;
  };

async function driver<T>(load: () => Promise<T>, name: string): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ImportError(`Cannot read that database: the package ${name} is not installed (npm install)`, {
      cause,
    });
  }
}
