import type { Settings } from './registry.ts';

/** @throws Error that says what to use instead, when the data are on a database server. */
export function requireDatabaseFiles({ DATABASE_URL, TRACKING_SERVER_URL }: Settings, instead: string): void {
  if (DATABASE_URL === null || TRACKING_SERVER_URL !== null) return;
  throw new Error(`The data are in PostgreSQL (DATABASE_URL), not in files. ${instead}`);
}
