import type { Attributes } from '@rastro/fleet';
import type { PresentDevice } from '@rastro/fleet/billing';

/** Somebody with an account on the tracking server. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly attributes: Attributes;
  /** Who looks after him: himself, not through others. */
  readonly managers: readonly number[];
}

/** The people of the tracking server in bulk, whichever it is. @throws TrackingFailure when it cannot be asked. */
export interface PeopleSource {
  /** Attributes of the server record. */
  serverAttributes(signal: AbortSignal): Promise<Attributes>;
  /** All of them, without guests. */
  people(signal: AbortSignal): Promise<readonly Person[]>;
  /** Vehicles that somebody sees now, with what each costs a month; no hidden ones. */
  devicesOf(userId: number, signal: AbortSignal): Promise<readonly PresentDevice[]>;
}
