import type { User } from '@rastro/fleet';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { AuditStorage } from '@rastro/storage';
import type { ExtensionReply } from '../extension-route.ts';
import type { OwnerQueue } from '../owner-queue.ts';
import type { OrderDeps } from './order-deps.ts';
import type { TrackingApi } from '../tracking-api.ts';

/** Dependencies of the stops of drivers. */
export interface DriverStopDeps extends OrderDeps {
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  /** Driver of a session, and the account that gave the access; null = it is no driver's. */
  driverOf(caller: User): Promise<{ readonly driverId: number; readonly ownerId: number } | null>;
  readonly checkIns: {
    driver(driverId: number): Promise<{ readonly body: { readonly current: StoredCheckIn | null } }>;
    /** Those that began in a period. */
    history(from: number, to: number): Promise<readonly StoredCheckIn[]>;
  };
  /** Encodes a picture again: nothing of the upload is left but its pixels. Null = it is none. */
  readonly picture: (bytes: Uint8Array) => Promise<Uint8Array | null>;
  /** Pictures that wait to be encoded, by the account that answers for the drivers. */
  readonly queue: OwnerQueue;
}
export type DriverStopContext = DriverStopDeps & { readonly trackingApi: TrackingApi };

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const driverErrors = {
  noDriver: (): ExtensionReply => reply(403, 'No check in access - This account is no driver with access'),
  noPicture: (): ExtensionReply =>
    reply(404, 'Picture unknown - No step of yours has named it, or its order was removed'),
  unreadable: (): ExtensionReply =>
    reply(400, 'Picture unreadable - It is no PNG, JPEG, WebP or GIF that can be read'),
  busy: (): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': '10' },
    body: 'Too many at once - Try again in a moment',
  }),
} as const;
