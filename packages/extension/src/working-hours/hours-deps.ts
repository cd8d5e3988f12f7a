import type { Clock } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { CivilMonth } from '@rastro/fleet/billing';
import type { DeviceSpan } from '@rastro/fleet/working-hours';
import type { ExtensionStorage } from '@rastro/storage';
import type { OwnerQueue } from '../owner-queue.ts';
import { notGuest } from '../companies.ts';
import type { CheckIns } from '../driven-hours.ts';
import type { ExtensionReply } from '../extension-route.ts';
import type { FleetReports } from '../fleet-reports.ts';
import type { TrackingApi } from '../tracking-api.ts';

/** The driver who is signed in, with the account that gave the access. */
interface OwnDriver {
  readonly driverId: number;
  readonly ownerId: number;
}

/** Dependencies of working hours. */
export interface HoursDeps {
  readonly storage: Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly reports: FleetReports;
  readonly checkIns: CheckIns;
  /** Time of vehicles at stops of orders. */
  readonly stopsOf: (
    deviceIds: readonly number[],
    period: { readonly from: number; readonly to: number },
  ) => Promise<readonly DeviceSpan[]>;
  /** Zone of the installation: the base of drivers of whom nothing else was said. */
  readonly zone: () => Promise<string>;
  /** Driver of a session, from the session alone; null = it is no driver's. */
  readonly driverOf: (caller: User) => Promise<OwnDriver | null>;
  /** Questions of one user wait for each other. */
  readonly queue: OwnerQueue;
  readonly clock: Clock;
}
export type HoursHere = HoursDeps & { readonly trackingApi: TrackingApi };

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const hoursErrors = {
  guest: (): ExtensionReply => reply(403, 'Access denied - Guests see no working hours'),
  noOwn: (): ExtensionReply => reply(403, 'No check in access - This account is no driver with access'),
  invalid: (problem: string): ExtensionReply => reply(400, `Invalid data - ${problem}`),
  noDriver: (): ExtensionReply => reply(404, 'Driver unknown - It is not there, or not yours to see'),
  changed: (): ExtensionReply =>
    reply(409, 'Hours settings changed - Somebody else has changed them; look at them again before you save'),
  running: (): ExtensionReply => reply(409, 'Month running - Only a month that has ended is signed'),
  otherSheet: (): ExtensionReply =>
    reply(409, 'Sheet changed - The month is another by now; look at it again before you sign'),
  signed: (): ExtensionReply => reply(409, 'Sheet signed already - Somebody has signed this version'),
  busy: (): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': '10' },
    body: 'Too many at once - Try again in a moment',
  }),
} as const;

export const forMembers = notGuest(hoursErrors.guest);

const FIRST_MONTH = '2000-01';
const LAST_MONTH = '2099-12';
/** A month that may be asked for; null = the present one. */
export const isOfCentury = (month: CivilMonth | null): boolean =>
  month === null || (month >= FIRST_MONTH && month <= LAST_MONTH);
