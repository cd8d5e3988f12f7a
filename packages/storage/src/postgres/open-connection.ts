import pg from 'pg';
import { StorageError } from '../storage-error.ts';
import { connectionSettings, type DatabaseSettings } from './connection-settings.ts';
import { serversOf } from './server-urls.ts';

/** A connection to whichever server of the url takes changes. @throws what the driver says about the last one. */
export async function openConnection(
  { url, ...settings }: DatabaseSettings,
  more: pg.ClientConfig,
): Promise<pg.Client> {
  const { urls, mustTakeChanges } = serversOf(url);
  let failure: unknown;
  for (const each of urls) {
    const client = new pg.Client({ ...connectionSettings({ ...settings, url: each }), ...more });
    client.on('error', () => {});
    try {
      await client.connect();
      if (!mustTakeChanges || (await takesChanges(client))) return client;
      failure = new StorageError('find a database server that takes changes', 'UNAVAILABLE');
    } catch (error) {
      failure = error;
    }
    await client.end();
  }
  throw failure;
}

/** False of a standby. */
export async function takesChanges(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ readonly standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  return rows[0]?.standby === false;
}
