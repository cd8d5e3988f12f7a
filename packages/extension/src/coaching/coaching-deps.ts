import type { Clock } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { CONTEST_DAYS, MAX_CASE_DAYS } from '@rastro/fleet/coaching';
import type { ExtensionStorage } from '@rastro/storage';
import type { ExtensionReply } from '../extension-route.ts';
import type { CheckIns } from '../driven-hours.ts';
import type { FleetReports } from '../fleet-reports.ts';
import type { TrackingApi } from '../tracking-api.ts';
import type { OwnerQueue } from '../owner-queue.ts';

/** The driver who is signed in to check in. */
export interface SignedInDriver {
  readonly driverId: number;
  /** Account that gave the access, whose vehicles the driver may be judged by. */
  readonly ownerId: number;
}

/** Dependencies of coaching. */
export interface CoachingDeps {
  readonly storage: Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly reports: FleetReports;
  readonly checkIns: CheckIns;
  /** Driver of a session, from the session alone; null = it is no driver's. */
  driverOf(caller: User): Promise<SignedInDriver | null>;
  /** Pages of drivers that wait for reports of one account. */
  readonly queue: OwnerQueue;
  readonly clock: Clock;
}
export type CoachingContext = CoachingDeps & { readonly trackingApi: TrackingApi };

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const coachingErrors = {
  guest: (): ExtensionReply => reply(403, 'Access denied - Guests see no driving events'),
  noDriver: (): ExtensionReply => reply(403, 'No check in access - This account is no driver with access'),
  noEvent: (): ExtensionReply =>
    reply(404, 'Event unknown - There is no such event, or it is not yours to see'),
  noReports: (): ExtensionReply => reply(403, 'Access denied - This account reads no reports'),
  notCounted: (): ExtensionReply =>
    reply(501, 'Events counted elsewhere - The tracking server behind counts driving events by itself'),
  longPeriod: (): ExtensionReply => reply(400, `Period too long - Ask for ${MAX_CASE_DAYS} days at most`),
  changed: (): ExtensionReply => reply(409, 'Case changed - Somebody else has changed it; look at it again'),
  notTheirs: (): ExtensionReply =>
    reply(409, 'Nobody to assign - This user is not yours, is disabled, or does not see the vehicle'),
  tooOld: (): ExtensionReply =>
    reply(409, `Contest too late - An event is contested within ${CONTEST_DAYS} days`),
  isContested: (): ExtensionReply => reply(409, 'Contested already - There is a contest of this event'),
  countsNot: (): ExtensionReply => reply(409, 'Does not count - This event is in no score'),
  noContest: (): ExtensionReply => reply(409, 'No contest - Nobody waits for an answer about this event'),
  busy: (): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': '10' },
    body: 'Too many at once - Try again in a moment',
  }),
} as const;
