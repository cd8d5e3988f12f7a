import type { Clock, Limits, Log } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { Layout, LayoutContent } from '@rastro/fleet/layouts';
import type { ExtensionStorage } from '@rastro/storage';
import type { TrackingClient } from '@rastro/tracking-client';
import type { ExtensionReply } from '../extension-route.ts';

/** Seals a text for one place, so that it can be opened there alone. */
export interface Sealing {
  seal(secret: string, place: string): string;
  /** Null = it was sealed for another place, or by another key. */
  open(sealed: string, place: string): string | null;
}
/** Overviews as walls read them. */
export interface WallLayouts {
  own(userId: number): Promise<readonly Layout[]>;
  /** Default that somebody has set; null = that of the product. */
  standard(userId: number): Promise<LayoutContent | null>;
}

/** Dependencies of walls. */
export interface WallDeps {
  readonly storage: Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
  readonly layouts: WallLayouts;
  /** Keeps the login tokens with which figures are read. */
  readonly box: Sealing;
  /** Account that a login token signs in now; null = none, or suspended. @throws when nobody can say. */
  readonly holderOf: (loginToken: string) => Promise<User | null>;
  /** The gateway as the holder of a login token calls it: every policy holds. */
  readonly clientWith: (loginToken: string) => TrackingClient;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
  readonly brand: string;
  readonly version: string;
}

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const wallErrors = {
  guest: (): ExtensionReply => reply(403, 'Access denied - Guests have no wall'),
  /** The same for links that are wrong, ended or rejected: nobody learns which. */
  unknown: (): ExtensionReply => reply(404, 'Wall unknown - It has ended, or there never was one'),
  tooMany: (most: number): ExtensionReply =>
    reply(409, `Too many walls - There are ${most} already; end one before`),
  notOwnToken: (): ExtensionReply => reply(400, 'Invalid data - loginToken: does not sign you in'),
  wrongEnd: (): ExtensionReply =>
    reply(400, 'Invalid data - expiration: is between a minute and a year from now'),
  noLayout: (): ExtensionReply => reply(404, 'Overview unknown - It was removed, or is not yours'),
  tooManyTries: (seconds: number): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: `Too many tries - Wait ${seconds} seconds`,
  }),
} as const;
