import { isQrDriver, isShared } from '@rastro/fleet';
import type { OfflineStore } from '../../live/offline/offline-store.ts';
import type { Preferences } from '../preferences.ts';
import { mayBeImpersonating } from './impersonation-flag.ts';
import type { SignedIn } from './session-state.ts';

/** Session of a page without a network: the account that was last signed in here. */
export interface OfflineSession {
  /** null = of no account, or too old to be true. */
  load(): Promise<SignedIn | null>;
  /** Stores the session; wipes the stored one if this one may not be stored. */
  save(session: SignedIn): Promise<void>;
  wipe(): Promise<void>;
  /** Sign-out without a network: sent to the server once it is back, before it is asked for the session. */
  isSignOutPending(): boolean;
  setSignOutPending(isPending: boolean): void;
}

/** Equal to the lifetime of the server's sessions. */
const LIFE_MS = 30 * 86_400_000;

/**
 * Whether this browser may store the fleet of a session: not that of guests, who come by a link, nor of an impersonated
 * user. Drivers who check in see no fleet.
 */
export const mayStoreFleetOf = ({ user, branding }: SignedIn): boolean =>
  !isShared(user) && !isQrDriver(user, branding.brand) && !mayBeImpersonating();

export interface OfflineSessionDeps {
  readonly store: OfflineStore;
  readonly preferences: Preferences;
  readonly now: () => number;
}

export function createOfflineSession({ store, preferences, now }: OfflineSessionDeps): OfflineSession {
  /** One after the other: what is wiped stays so, whatever was being written. */
  let doing: Promise<unknown> = Promise.resolve();
  const next = (task: () => Promise<void>): Promise<void> => {
    const done = doing.then(task);
    doing = done;
    return done;
  };
  const wipe = (): Promise<void> => next(() => store.wipe());
  return {
    load: async () => {
      await doing;
      const stored = await store.account();
      const session = stored === null ? null : readAccount(stored.account);
      if (stored === null || session === null) return null;
      const end = session.user.expirationTime === null ? Infinity : Date.parse(session.user.expirationTime);
      if (now() < Math.min(end, stored.at + LIFE_MS)) return session;
      await wipe();
      return null;
    },
    save: (session) => {
      if (isShared(session.user) || mayBeImpersonating()) return wipe();
      const { server, branding, user } = session;
      return next(() =>
        store.saveAccount({ userId: user.id, at: now(), account: { server, branding, user } }),
      );
    },
    wipe,
    isSignOutPending: () => preferences.read('signOutDue') !== null,
    setSignOutPending: (isPending) => preferences.write('signOutDue', isPending ? 'yes' : null),
  };
}

/** Written by this page or a former version of it. */
function readAccount(account: unknown): SignedIn | null {
  if (typeof account !== 'object' || account === null) return null;
  const { server, branding, user } = account as Partial<SignedIn>;
  const isWhole = typeof server?.server?.id === 'number' && typeof branding?.brand === 'string';
  if (!isWhole || typeof user?.id !== 'number' || typeof user.attributes !== 'object') return null;
  return { kind: 'signedIn', server, branding, user, isOffline: true };
}
