import { DAY_MS, MINUTE_MS, type Clock } from '@rastro/base';
import { host, type Timer } from '@rastro/base/host';
import type { HealthOfIntegrity } from '@rastro/fleet';
import { checkInSteps, onDamage, StorageError, type Damage } from '@rastro/storage';
import type { Logger } from 'pino';
import { AFTER_DAMAGE } from '../explain-start.ts';
import { readIntegrity, writeIntegrity } from './integrity-record.ts';

interface IntegrityDeps {
  /** Of the data. */
  readonly folder: string;
  readonly log: Logger;
  readonly clock: Pick<Clock, 'now'>;
  readonly check?: typeof checkInSteps;
}
export interface IntegrityWatch {
  read(): HealthOfIntegrity;
  /** False once damage is known. */
  isSound(): boolean;
  /** Checks all data now, in the background; ends when that is done. */
  checkNow(): Promise<void>;
  close(): void;
}

/** Pages of one table may be damaged by the thousand. */
const MOST_DAMAGES = 20;
/** The start comes first. */
const FIRST_AFTER_MS = MINUTE_MS;

/**
 * Remembers damage in stored data, whoever comes upon it, and checks all of them once a day. Damage is forgotten by a
 * check after another start that finds none; damage that a statement came upon stays until the process ends.
 */
export function watchIntegrity({ folder, log, clock, check = checkInSteps }: IntegrityDeps): IntegrityWatch {
  let { checkedAt, damages: known } = readIntegrity(folder);
  const met: Damage[] = [];
  let running: Promise<void> | null = null;
  const closing = new AbortController();

  const all = (): readonly Damage[] => [...known, ...met];
  const save = (): void => {
    try {
      writeIntegrity(folder, { checkedAt, damages: [...all()] });
    } catch (error) {
      log.warn({ err: error }, 'cannot write the result of the check of the data');
    }
  };
  const isKnown = ({ database, table }: Damage): boolean =>
    all().some((each) => each.database === database && (table === null || each.table === table));
  const report = (damage: Damage): void =>
    log.error({ ...damage }, `stored data are damaged. ${AFTER_DAMAGE}`);

  for (const damage of known) report(damage);
  const watch = onDamage(folder, (damage) => {
    if (isKnown(damage) || met.length >= MOST_DAMAGES) return;
    report(damage);
    met.push(damage);
    save();
  });

  const checkAll = async (): Promise<void> => {
    try {
      const found = await check(folder, {}, closing.signal);
      for (const damage of found.damages) if (!isKnown(damage)) report(damage);
      known = [...found.damages].slice(0, MOST_DAMAGES);
      checkedAt = clock.now();
      save();
      log.debug({ rows: found.rows }, 'all data were checked');
    } catch (error) {
      if (error instanceof StorageError && error.code === 'CLOSED') return;
      log.warn({ err: error }, 'the check of the data did not come to its end; it is repeated tomorrow');
    }
  };
  const checkNow = (): Promise<void> => (running ??= checkAll().finally(() => (running = null)));

  let timer: Timer;
  const schedule = (afterMs: number): void => {
    timer = host.setTimeout(() => void checkNow().finally(() => schedule(DAY_MS)), afterMs).unref();
  };
  const isDue = checkedAt === null || known.length > 0;
  schedule(Math.max(FIRST_AFTER_MS, isDue ? 0 : (checkedAt ?? 0) + DAY_MS - clock.now()));

  return {
    read: () => ({
      checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
      damages: all().map(({ database, table, detail }) => ({ database, table, detail })),
    }),
    isSound: () => all().length === 0,
    checkNow,
    close: () => {
      host.clearTimeout(timer);
      closing.abort();
      watch.close();
    },
  };
}
