import type { Clock } from '@rastro/base';
import type { CivilDate } from '@rastro/fleet/billing';
import { MAX_RECEIPTS } from '@rastro/fleet/costs';
import type { ExtensionStorage } from '@rastro/storage';
import { notGuest, type CompaniesOf } from '../companies.ts';
import type { ExtensionReply } from '../extension-route.ts';
import type { OwnerQueue } from '../owner-queue.ts';
import type { TrackingApi } from '../tracking-api.ts';
import type { RaiseReminder } from '../vehicle-reminders.ts';

/** Dependencies of costs. */
export interface CostDeps {
  readonly storage: Pick<
    ExtensionStorage,
    'document' | 'documents' | 'commit' | 'listedDocuments' | 'listedSums'
  >;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly companiesOf: CompaniesOf;
  /** Day in the zone of the installation. */
  readonly today: () => Promise<CivilDate>;
  readonly clock: Clock;
  /** Null = the tracking server takes no events. */
  readonly raise: RaiseReminder | null;
}
/** The same with what receipts need. */
export interface CostHandlerDeps extends CostDeps {
  /** Encodes a picture again: nothing of the upload is left but its pixels. Null = it is none. */
  readonly picture: (bytes: Uint8Array) => Promise<Uint8Array | null>;
  /** Pictures that wait to be encoded, by company. */
  readonly queue: OwnerQueue;
}
export type CostContext = CostDeps & { readonly trackingApi: TrackingApi };

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const costErrors = {
  guest: (): ExtensionReply => reply(403, 'Access denied - Guests have no costs'),
  invalid: (problem: string): ExtensionReply => reply(400, `Invalid data - ${problem}`),
  unknown: (): ExtensionReply => reply(404, 'Cost unknown - It was removed, or is not yours to see'),
  noVehicle: (): ExtensionReply => reply(404, 'Vehicle unknown - It is not there, or not yours to see'),
  noDriver: (): ExtensionReply => reply(404, 'Driver unknown - There is none with this identifier'),
  noGroup: (): ExtensionReply => reply(404, 'Group unknown - It is not there, or not yours to see'),
  notWhole: (): ExtensionReply =>
    reply(403, 'Access denied - Budgets of more than one vehicle are for the account of the company'),
  changed: (): ExtensionReply =>
    reply(409, 'Cost changed - Somebody else has changed it; look at it again before you save'),
  savedBefore: (): ExtensionReply =>
    reply(
      409,
      'Cost saved - It was saved before with other values; look for it in the list and change it there',
    ),
  closed: (): ExtensionReply =>
    reply(409, 'Month closed - Its lines stay as they are; write a credit note in an open month'),
  noMapping: (): ExtensionReply => reply(404, 'Provider unknown - Nothing is saved for it'),
  noReceipt: (): ExtensionReply => reply(404, 'Receipt unknown - It was removed, or is not yours to see'),
  unreadable: (): ExtensionReply =>
    reply(400, 'Receipt unreadable - It is no PNG, JPEG, WebP, GIF or PDF that can be read'),
  tooMany: (): ExtensionReply =>
    reply(409, `Too many receipts - A line has at most ${MAX_RECEIPTS}; remove one before you add another`),
  busy: (): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': '10' },
    body: 'Too many at once - Try again in a moment',
  }),
  notOver: (): ExtensionReply => reply(409, 'Month not over - Only a month that has ended is closed'),
} as const;

export const forMembers = notGuest(costErrors.guest);
