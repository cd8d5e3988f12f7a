import pg from 'pg';
import { StorageError } from '../storage-error.ts';

/** A statement of the product works on few rows. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The server may be gone without a word: then nothing answers, not even that it takes too long. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
const CONNECT_TIMEOUT_MS = 5000;
/** Name of connections of servers, in lists of the database. The url may have another one. */
export const APPLICATION = 'rastro';
const KEEPALIVE_AFTER_MS = 10_000;
/** A transaction of a process that stands still ends, with its locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** OID of bigint. */
const INT8 = 20;
const TYPES = new pg.TypeOverrides();
// Numbers of the product are below 2^53.
TYPES.setTypeParser(INT8, Number);

export interface DatabaseSettings {
  readonly url: string;
  /** The schema that unqualified names mean. */
  readonly schema: string;
  /** Absent = half a minute. */
  readonly idleInTransactionMs?: number;
  /**
   * A statement that a connection remembers is planned once, for all values: for readers, who ask the same ones again and
   * again. Otherwise the server plans it anew for each, because over many tables it takes that for cheaper.
   */
  readonly plansOnce?: boolean;
}

/**
 * Settings of each connection. TLS and further parameters are those of the url (`sslmode`, `sslrootcert`, `options`).
 * @throws StorageError UNAVAILABLE when the url is none.
 */
export const connectionSettings = ({
  url,
  schema,
  idleInTransactionMs = IDLE_IN_TRANSACTION_MS,
  plansOnce = false,
}: DatabaseSettings): pg.ClientConfig => ({
  application_name: APPLICATION,
  ...addressed(
    url,
    `-c search_path=${schema} -c TimeZone=UTC -c idle_in_transaction_session_timeout=${idleInTransactionMs}${plansOnce ? ' -c plan_cache_mode=force_generic_plan' : ''}`,
  ),
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  types: TYPES,
});

/** The driver takes `options` of the url instead of its own: both go into one. */
function addressed(url: string, options: string): Pick<pg.ClientConfig, 'connectionString' | 'options'> {
  const parsed = URL.parse(url);
  // The url has a password: no message repeats it.
  if (!parsed) throw new StorageError('read the url of the database', 'UNAVAILABLE');
  const own = parsed.searchParams.get('options');
  parsed.searchParams.delete('options');
  return { connectionString: parsed.href, options: own === null ? options : `${options} ${own}` };
}
