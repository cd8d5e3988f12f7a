import type { Attributes, ServerSettings, User } from '@rastro/fleet';
import type { PresentDevice } from '@rastro/fleet/billing';

/** Somebody with an account on the tracking server. */
export interface SourceUser {
  readonly id: number;
  readonly name: string;
  readonly attributes: Attributes;
  /** Direct managers. */
  readonly managers: readonly number[];
  readonly account: Account;
}
/** Sign-in and limits of an account. */
export type Account = Pick<
  User,
  'email' | 'administrator' | 'disabled' | 'expirationTime' | 'deviceLimit' | 'userLimit'
>;
/** When a vehicle was heard of. */
export interface Contact {
  readonly isOnline: boolean;
  /** Milliseconds since 1970; null = never. */
  readonly at: number | null;
}

/** The choices of the installation, which may stand before those of the person. */
export type ServerChoices = Pick<ServerSettings, 'attributes' | 'forceSettings'>;

/** The people of the tracking server in bulk, whichever it is. @throws TrackingFailure when it cannot be asked. */
export interface UserSource {
  /** Reader preferences in the server record. */
  server(signal: AbortSignal): Promise<ServerChoices>;
  /** All of them, without guests. */
  users(signal: AbortSignal): Promise<readonly SourceUser[]>;
  /** Vehicles that somebody sees now, with what each costs a month; no hidden ones. */
  devicesOf(userId: number, signal: AbortSignal): Promise<readonly PresentDevice[]>;
  /** Of every vehicle. */
  contacts(signal: AbortSignal): Promise<ReadonlyMap<number, Contact>>;
  /** When people were here, ms since 1970; who was never seen, or where nobody keeps it, is not in it. */
  lastSeen(signal: AbortSignal): Promise<ReadonlyMap<number, number>>;
}
