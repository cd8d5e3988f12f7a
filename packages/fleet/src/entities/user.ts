import type { Attributes } from './attributes.ts';

/** @source docs/reference/tracking-api.md §2.15; the password never leaves the server. */
export interface User {
  readonly id: number;
  readonly attributes: Attributes;
  readonly name: string;
  readonly login: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly readonly: boolean;
  readonly administrator: boolean;
  readonly map: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
  readonly coordinateFormat: string | null;
  readonly disabled: boolean;
  readonly expirationTime: string | null;
  /** -1 unlimited, 0 may not add devices, n = maximum. */
  readonly deviceLimit: number;
  /** 0 ordinary user, -1 manager without limit, n = manager with maximum. */
  readonly userLimit: number;
  readonly deviceReadonly: boolean;
  readonly limitCommands: boolean;
  readonly disableReports: boolean;
  readonly fixedEmail: boolean;
  readonly poiLayer: string | null;
  readonly totpKey: string | null;
  readonly temporary: boolean;
  readonly password: null;
}

/** Status of an account besides its fields. */
export interface UserStatus {
  readonly userId: number;
  /** Devices that the user sees by links; administrators may see others too. */
  readonly devices: number;
  /** Last visit of the user, to about a minute; null = none since recording began. */
  readonly lastSeen: string | null;
  /** The user has not chosen a password yet. */
  readonly invited: boolean;
  /** Time at which the user asked for deletion of the account; null = they did not. */
  readonly deletionRequested: string | null;
}
/** A link by which a user chooses their first password. */
/**
 * Reasons why an invitation was not mailed: no mail server, no `PUBLIC_URL`, no address, or the mail server rejected
 * it.
 */
export const NOT_MAILED = ['noServer', 'noPublicUrl', 'noAddress', 'failed'] as const;

export interface NewInvitation {
  /** Below the public address; null = it was mailed. */
  readonly path: string | null;
  readonly mailedTo: string | null;
  /** Null = it went by mail. */
  readonly notMailed: (typeof NOT_MAILED)[number] | null;
  readonly expiration: string;
}
