import type { Limits, Log } from '@rastro/base';
import type { Right, User } from '@rastro/fleet';
import type { ExtensionReply } from '../extension-route.ts';
import type { OrderDeps } from './order-deps.ts';
import type { TrackingApi } from '../tracking-api.ts';

/** Dependencies of arrivals that customers follow. */
export interface ArrivalDeps extends OrderDeps {
  /** Whether a user has some rights now, and is not suspended. @throws when nobody can say. */
  readonly allows: (user: User, rights: readonly Right[]) => Promise<boolean>;
  readonly limits: Limits;
  readonly log: Log;
  readonly brand: string;
}
export type ArrivalContext = ArrivalDeps & { readonly trackingApi: TrackingApi };

/** Rights without which nobody shares an arrival. */
export const SHARING_RIGHTS: readonly Right[] = ['orders.view', 'share.create'];

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const arrivalErrors = {
  /** The same for links that are wrong, ended or rejected: nobody learns which. */
  unknown: (): ExtensionReply => reply(404, 'Arrival unknown - It has ended, or there never was one'),
  ended: (): ExtensionReply => reply(409, 'Order ended - Nothing of it arrives any more'),
  noRight: (): ExtensionReply => reply(403, 'Right missing - orders.view'),
  noShareRight: (): ExtensionReply => reply(403, 'Right missing - share.create'),
  tooManyTries: (seconds: number): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: `Too many tries - Wait ${seconds} seconds`,
  }),
} as const;
