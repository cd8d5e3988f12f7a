import type { Clock } from '@rastro/base';
import type { ReaderPreferences, User } from '@rastro/fleet';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { notGuest, type CompaniesOf } from '../companies.ts';
import type { ExtensionReply } from '../extension-route.ts';
import type { OwnerQueue } from '../owner-queue.ts';
import type { PaperBrand } from '../paper-brand.ts';
import type { TrackingApi } from '../tracking-api.ts';

/** Dependencies of inspections. */
export interface InspectionDeps {
  readonly storage: Pick<
    ExtensionStorage,
    'document' | 'documents' | 'commit' | 'listedDocuments' | 'listedSums'
  >;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly companiesOf: CompaniesOf;
  /** Driver of a session, and the account that gave the access; null = it is no driver's. */
  driverOf(caller: User): Promise<{ readonly driverId: number; readonly ownerId: number } | null>;
  readonly checkIns: {
    driver(driverId: number): Promise<{ readonly body: { readonly current: StoredCheckIn | null } }>;
    /** Those that began in a period. @param driverIds Of these drivers; absent = of all. */
    history(from: number, to: number, driverIds?: ReadonlySet<number>): Promise<readonly StoredCheckIn[]>;
  };
  /** Encodes a picture again: nothing of the upload is left but its pixels. Null = it is none. */
  readonly picture: (bytes: Uint8Array) => Promise<Uint8Array | null>;
  /** Pictures that wait to be encoded, by the account that answers for them. */
  readonly queue: OwnerQueue;
  /** Brand of papers of a company. */
  readonly brandOf: (companyId: number) => Promise<PaperBrand>;
  /** Language, zone and units of a user. */
  readonly readerOf: (caller: User) => Promise<ReaderPreferences>;
  readonly clock: Clock;
}
export type InspectionContext = InspectionDeps & { readonly trackingApi: TrackingApi };
export type InspectionStorage = InspectionDeps['storage'];

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const inspectionErrors = {
  guest: (): ExtensionReply => reply(403, 'Access denied - Guests have no inspections'),
  noDriver: (): ExtensionReply => reply(403, 'No check in access - This account is no driver with access'),
  invalid: (problem: string): ExtensionReply => reply(400, `Invalid data - ${problem}`),
  missing: (problem: string): ExtensionReply => reply(400, `Answers missing - ${problem}`),
  unknown: (): ExtensionReply => reply(404, 'Inspection unknown - It was removed, or is not yours to see'),
  noChecklist: (): ExtensionReply => reply(404, 'Checklist unknown - It was removed, or is not yours to see'),
  checklistChanged: (): ExtensionReply =>
    reply(409, 'Checklist changed - Somebody else has changed it; look at it again before you save'),
  noVehicle: (): ExtensionReply => reply(404, 'Vehicle unknown - It is not there, or not yours to see'),
  notDriven: (): ExtensionReply =>
    reply(409, 'Not their vehicle - The driver was not checked in to this vehicle at that time'),
  noDefect: (): ExtensionReply => reply(404, 'Defect unknown - It is not there, or not yours to see'),
  defectChanged: (): ExtensionReply =>
    reply(409, 'Defect changed - Somebody else has worked on it; look at it again'),
  longPeriod: (): ExtensionReply => reply(400, 'Period too long - Ask for 93 days at most'),
  noPicture: (): ExtensionReply => reply(404, 'Picture unknown - No inspection of yours has named it'),
  unreadable: (): ExtensionReply =>
    reply(400, 'Picture unreadable - It is no PNG, JPEG, WebP or GIF that can be read'),
  busy: (): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': '10' },
    body: 'Too many at once - Try again in a moment',
  }),
} as const;

export const forMembers = notGuest(inspectionErrors.guest);
