import { host } from '@rastro/base/host';
import { DAY_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import type { Credentials } from '../access/credentials.ts';
import type { LastSeen } from '../access/last-seen.ts';
import { removeDeadGuests, type GuestDeps } from '../access/guests.ts';
import type { PrivateStore } from '../access/private-store.ts';
import { countReceived } from '../audit/received-messages.ts';
import type { Statistics } from '../audit/statistics.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TrackerBus } from '../messages/topics.ts';

export interface UpkeepDeps {
  readonly storage: Storage;
  readonly bus: TrackerBus;
  readonly credentials: Credentials;
  readonly statistics: Statistics;
  readonly lastSeen: LastSeen;
  readonly privateStore: PrivateStore;
  readonly clock: Clock;
  readonly log: IngestLog;
}
export interface UpkeepOptions {
  /** Days for which the audit log is stored. */
  readonly auditDays: number;
  /** Days for which sent commands and notifications are stored. */
  readonly outgoingLogDays: number;
}

/** Streets get new names. */
const ADDRESS_DAYS = 180;
/** Where the service knew nothing, its map may have grown. */
const NO_ADDRESS_DAYS = 7;
/** About 60 MB. */
const MAX_ADDRESSES = 500_000;
export const UPKEEP_MS = 60_000;
const SWEEP_MS = 1000;

/** Saves what this process counts, and ends its sessions in time. @returns ends it. */
export function startUpkeep({ log, ...deps }: UpkeepDeps): () => void {
  const { credentials, statistics, lastSeen } = deps;
  const failed = (error: unknown): void => log.error({ err: error }, 'upkeep failed; it is tried again');
  const save = () =>
    Promise.all([countReceived(deps).then(() => statistics.save()), lastSeen.save(), credentials.saveUses()]);
  const sweep = host.setInterval(() => {
    credentials.sweep().catch((error: unknown) => log.error({ err: error }, 'cannot remove credentials'));
  }, SWEEP_MS);
  const upkeep = host.setInterval(() => void save().catch(failed), UPKEEP_MS);
  return () => {
    host.clearInterval(sweep);
    host.clearInterval(upkeep);
  };
}

/** Forgets what is over, of all processes. */
export async function forgetTheOld(
  { auditDays, outgoingLogDays }: UpkeepOptions,
  deps: Pick<UpkeepDeps, 'storage' | 'clock'> & GuestDeps,
): Promise<void> {
  const { storage, clock } = deps;
  const oldest = clock.now() - auditDays * DAY_MS;
  const oldestSent = clock.now() - outgoingLogDays * DAY_MS;
  await Promise.all([
    storage.removeActionsBefore(oldest),
    storage.removeCommandsBefore(oldestSent),
    storage.removeDeliveriesBefore(oldestSent),
    storage.removeAddresses({
      foundBefore: clock.now() - ADDRESS_DAYS * DAY_MS,
      nothingBefore: clock.now() - NO_ADDRESS_DAYS * DAY_MS,
      most: MAX_ADDRESSES,
    }),
    removeDeadGuests(deps),
  ]);
}
