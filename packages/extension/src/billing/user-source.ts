import type { Attributes, ServerSettings, User } from '@rastro/fleet';
import type { PresentDevice } from '@rastro/fleet/billing';

/** Account on the tracking server. */
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
/** Last contact of a vehicle. */
export interface Contact {
  readonly isOnline: boolean;
  /** Milliseconds since 1970; null = never. */
  readonly at: number | null;
}

/** Preferences of the installation, which may override those of the user. */
export type ServerChoices = Pick<ServerSettings, 'attributes' | 'forceSettings'>;

/** Users of the tracking server in bulk, embedded or external. @throws TrackingFailure when it cannot be reached. */
export interface UserSource {
  /** Reader preferences in the server record. */
  server(signal: AbortSignal): Promise<ServerChoices>;
  /** All of them, without guests. */
  users(signal: AbortSignal): Promise<readonly SourceUser[]>;
  /** Vehicles that a user sees now, with the monthly price of each; no hidden ones. */
  devicesOf(userId: number, signal: AbortSignal): Promise<readonly PresentDevice[]>;
  /** Of every vehicle. */
  contacts(signal: AbortSignal): Promise<ReadonlyMap<number, Contact>>;
  /** When people were here, ms since 1970; who was never seen, or where nobody keeps it, is not in it. */
  lastSeen(signal: AbortSignal): Promise<ReadonlyMap<number, number>>;
}
