import { host } from '@rastro/base/host';
import type { ReadReplicaState, StateStorage } from '@rastro/storage';
import type { Logger } from 'pino';

interface ReplicaDeps {
  readonly storage: Pick<StateStorage, 'readReplica'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

const EVERY_MS = 30_000;
const PROBLEMS = {
  behind: 'the replica of the database is behind: history and reports are read from the primary',
  away: 'the replica of the database does not answer: history and reports are read from the primary',
} as const;

/** Says in the log when history and reports are no longer read from the replica, and when they are again. */
export function watchReadReplica({ storage, log }: ReplicaDeps): {
  readonly checkNow: () => Promise<void>;
  readonly close: () => void;
} {
  let last: ReadReplicaState = 'used';
  const checkNow = async (): Promise<void> => {
    const state = await storage.readReplica().catch(() => null);
    if (state === null || state === last) return;
    last = state;
    if (state === 'used') log.info({}, 'history and reports are read from the replica of the database again');
    else log.warn({}, PROBLEMS[state]);
  };
  const timer = host.setInterval(() => void checkNow(), EVERY_MS);
  timer.unref();
  return { checkNow, close: () => host.clearInterval(timer) };
}
