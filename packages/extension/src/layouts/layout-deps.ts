import type { ExtensionStorage } from '@rastro/storage';
import type { ExtensionReply } from '../extension-route.ts';

/** Owner of the default of the installation, which administrators set. */
export const INSTALLATION = 0;

/** Dependencies of the overviews. */
export interface LayoutDeps {
  readonly storage: Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
  /** Nearest reseller above a user for whom `has` is true; 0 = none. */
  nearestAbove(userId: number, has: (ownerId: number) => boolean): Promise<number>;
}

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const layoutErrors = {
  guest: (): ExtensionReply => reply(403, 'Access denied - Guests have no overview'),
  unknown: (): ExtensionReply => reply(404, 'Overview unknown - It was removed, or is not yours'),
  tooMany: (most: number): ExtensionReply =>
    reply(409, `Too many overviews - There are ${most} already; remove one before`),
} as const;
