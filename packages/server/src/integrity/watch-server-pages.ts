import { HOUR_MS, MINUTE_MS, type Clock } from '@rastro/base';
import { host } from '@rastro/base/host';
import type { Health } from '@rastro/fleet';
import type { ServerPages, StateStorage } from '@rastro/storage';
import type { Logger } from 'pino';
import type { IntegrityWatch } from './watch-integrity.ts';

interface ServerPagesDeps {
  readonly storage: Pick<StateStorage, 'engine' | 'serverPages'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly clock: Pick<Clock, 'now'>;
}

const FIRST_AFTER_MS = MINUTE_MS;

/**
 * Asks a database server once an hour for pages whose checksum was wrong: it checks each page that it reads, and those
 * that nobody reads in its own tools (`pg_checksums`, `pg_amcheck`).
 */
export function watchServerPages({ storage, log, clock }: ServerPagesDeps): IntegrityWatch {
  let known: ServerPages = { areChecked: false, failures: 0 };
  let checkedAt: number | null = null;
  const checkNow = async (): Promise<void> => {
    const found = await storage.serverPages().catch((error: unknown) => {
      log.warn({ err: error }, 'cannot ask the database for damaged pages');
      return null;
    });
    if (!found) return;
    if (found.failures > known.failures)
      log.error(
        { ...found, database: storage.engine },
        'the database has damaged pages. See its log for which, and restore a backup or fail over to a standby',
      );
    known = found;
    checkedAt = found.areChecked ? clock.now() : null;
  };
  const first = host.setTimeout(() => void checkNow(), FIRST_AFTER_MS).unref();
  const timer = host.setInterval(() => void checkNow(), HOUR_MS);
  timer.unref();
  const damages = (): Health['integrity']['damages'] =>
    known.failures === 0
      ? []
      : [{ database: storage.engine, table: null, detail: `${known.failures} wrong checksums` }];
  return {
    read: () => ({
      checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
      damages: damages(),
    }),
    // A page of long ago may be mended, while the count stays: it is no reason to serve nobody.
    isSound: () => true,
    checkNow,
    close: () => {
      host.clearTimeout(first);
      host.clearInterval(timer);
    },
  };
}
