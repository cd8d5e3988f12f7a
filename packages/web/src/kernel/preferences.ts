import { FORMER_FORMS } from './former-preferences.ts';

/** Small choices of this browser. Blocked storage means: they last until the page closes. */
export interface Preferences {
  read(name: PreferenceName): string | null;
  write(name: PreferenceName, value: string | null): void;
}
/**
 * Names as in docs/reference/requirements.md SPEC §3 "Local preferences"; `mapBase`, `locale`, `navOpen`,
 * `acknowledged`, `fencesHidden`, `qrActs`, `firstHours` and `connect` are ours.
 */
export type PreferenceName =
  | 'isMuted'
  /** User who subscribed this browser to push, and the endpoint. */
  | 'pushFor'
  | 'query'
  /** Pinned attributes of who may not keep them with the account. */
  | 'pinned'
  | 'favouriteCommands'
  | 'favouriteDevices'
  /** Saved views, likewise. */
  | 'views'
  /** Density of the device list, likewise. */
  | 'listDensity'
  /** Columns of the wide list, likewise. */
  | 'listTable'
  /** Whether rows of the list name the driver, likewise. */
  | 'listDriver'
  | 'groupPref'
  | 'rememberme'
  | 'mapPref'
  | 'mapBase'
  | 'locale'
  | 'navOpen'
  | 'acknowledged'
  | 'fencesHidden'
  /** Check-ins of drivers that have not arrived yet. */
  | 'qrActs'
  /** The user signed out without a network. */
  | 'signOutDue'
  | 'firstHours'
  /** APN and model of the tracker that was connected last. */
  | 'connect';

export function createPreferences(storage: Storage | null): Preferences {
  const held = new Map<PreferenceName, string>();
  for (const [name, renewed] of Object.entries(FORMER_FORMS)) {
    const stored = attempt(() => storage?.getItem(name)) ?? null;
    const value = stored === null ? null : renewed(stored);
    if (value === stored) continue;
    attempt(() => (value === null ? storage?.removeItem(name) : storage?.setItem(name, value)));
  }
  return {
    read: (name) => held.get(name) ?? attempt(() => storage?.getItem(name)) ?? null,
    write: (name, value) => {
      if (value === null) held.delete(name);
      else held.set(name, value);
      attempt(() => (value === null ? storage?.removeItem(name) : storage?.setItem(name, value)));
    },
  };
}

/** Storage throws when it is full or blocked; a preference is not worth an error. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
