import { isQrDriver, isShared } from '@rastro/fleet';
import type { KeptBook } from '../../live/kept/kept-book.ts';
import type { Preferences } from '../preferences.ts';
import { mayBeActing } from './acting-mark.ts';
import type { SignedIn } from './session-state.ts';

/** What a page without a network begins with: the account that was last signed in here. */
export interface KeptSession {
  /** null = nobody's, or too old to be true. */
  load(): Promise<SignedIn | null>;
  /** Whoever is nobody's to keep wipes what was kept. */
  keep(session: SignedIn): Promise<void>;
  wipe(): Promise<void>;
  /** Signing out without a network: the server is told when it is back, before it is asked who is signed in. */
  owesSignOut(): boolean;
  oweSignOut(owes: boolean): void;
}

/** As long as the server's own sessions live. */
const LIFE_MS = 30 * 86_400_000;

/**
 * Whose fleet may be kept in this browser: not that of guests, who come by a link, nor of whom somebody acts as.
 * Drivers who check in see no fleet.
 */
export const keepsFleetOf = ({ user, branding }: SignedIn): boolean =>
  !isShared(user) && !isQrDriver(user, branding.brand) && !mayBeActing();

export interface KeptSessionParts {
  readonly book: KeptBook;
  readonly preferences: Preferences;
  readonly now: () => number;
}

export function createKeptSession({ book, preferences, now }: KeptSessionParts): KeptSession {
  /** One after the other: what is wiped stays so, whatever was being written. */
  let doing: Promise<unknown> = Promise.resolve();
  const next = (act: () => Promise<void>): Promise<void> => {
    const done = doing.then(act);
    doing = done;
    return done;
  };
  const wipe = (): Promise<void> => next(() => book.wipe());
  return {
    load: async () => {
      await doing;
      const kept = await book.account();
      const session = kept === null ? null : readAccount(kept.account);
      if (kept === null || session === null) return null;
      const end = session.user.expirationTime === null ? Infinity : Date.parse(session.user.expirationTime);
      if (now() < Math.min(end, kept.at + LIFE_MS)) return session;
      await wipe();
      return null;
    },
    keep: (session) => {
      if (isShared(session.user) || mayBeActing()) return wipe();
      const { server, branding, user } = session;
      return next(() =>
        book.keepAccount({ userId: user.id, at: now(), account: { server, branding, user } }),
      );
    },
    wipe,
    owesSignOut: () => preferences.read('signOutDue') !== null,
    oweSignOut: (owes) => preferences.write('signOutDue', owes ? 'yes' : null),
  };
}

/** Written by this page or a former version of it. */
function readAccount(account: unknown): SignedIn | null {
  if (typeof account !== 'object' || account === null) return null;
  const { server, branding, user } = account as Partial<SignedIn>;
  const isWhole = typeof server?.server?.id === 'number' && typeof branding?.brand === 'string';
  if (!isWhole || typeof user?.id !== 'number' || typeof user.attributes !== 'object') return null;
  return { kind: 'signedIn', server, branding, user, isKept: true };
}
