import { host } from '@rastro/base/host';
import { DAY_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Delegation } from '../access/delegation.ts';
import type { LastSeen } from '../access/last-seen.ts';
import { removeDeadGuests } from '../access/guests.ts';
import type { Visibility } from '../access/visibility.ts';
import type { PrivateStore } from '../access/private-store.ts';
import { countReceived } from '../audit/received-messages.ts';
import type { Statistics } from '../audit/statistics.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TrackerBus } from '../messages/topics.ts';

export interface UpkeepDeps {
  readonly storage: Storage;
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly authenticator: Authenticator;
  readonly delegation: Delegation;
  readonly visibility: Visibility;
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
const UPKEEP_MS = 60_000;
const SWEEP_MS = 1000;

/** Counts what happens, and forgets what is over. @returns ends it. */
export function startUpkeep(options: UpkeepOptions, deps: UpkeepDeps): () => void {
  const { credentials, log } = deps;
  const sweep = host.setInterval(() => {
    credentials.sweep().catch((error: unknown) => log.error({ err: error }, 'cannot remove credentials'));
  }, SWEEP_MS);
  const upkeep = host.setInterval(() => {
    forgetTheOld(options, deps).catch((error: unknown) =>
      log.error({ err: error }, 'upkeep failed; it is tried again'),
    );
  }, UPKEEP_MS);
  return () => {
    host.clearInterval(sweep);
    host.clearInterval(upkeep);
  };
}

async function forgetTheOld({ auditDays, outgoingLogDays }: UpkeepOptions, deps: UpkeepDeps): Promise<void> {
  const { storage, statistics, clock } = deps;
  const oldest = clock.now() - auditDays * DAY_MS;
  const oldestSent = clock.now() - outgoingLogDays * DAY_MS;
  await Promise.all([
    countReceived(deps).then(() => statistics.save()),
    deps.lastSeen.save(),
    deps.credentials.saveUses(),
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
