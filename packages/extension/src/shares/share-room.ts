import type { Clock } from '@rastro/base';
import type { ExtensionStorage } from '@rastro/storage';
import type { Acting } from '../acting.ts';
import { GuestSight } from './guest-sight.ts';
import { ShareBook } from './share-book.ts';

/** Shares in front of somebody else's tracking server. */
export interface ShareRoom {
  readonly acting: Acting;
  readonly book: ShareBook;
  readonly sight: GuestSight;
  readonly clock: Clock;
}

interface Parts {
  readonly acting: Acting | null;
  readonly storage: ExtensionStorage;
  readonly brand: string;
  readonly clock: Clock;
}

/** Null = our own server keeps them, or nobody has said as whom to ask the one behind. */
export function openShareRoom({ acting, storage, brand, clock }: Parts): ShareRoom | null {
  if (!acting || acting.isOurs) return null;
  const book = new ShareBook({ storage, clock });
  return { acting, book, clock, sight: new GuestSight({ acting, book, brand, clock }) };
}
