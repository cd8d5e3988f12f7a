/** Security of an account, and its pending requests. */
export interface OwnAccountStatus {
  /** May one-time codes be switched on here? */
  readonly codesAllowed: boolean;
  readonly codesOn: boolean;
  /** Recovery codes that are not used yet. */
  readonly recoveryCodes: number;
  /** Time at which the user asked for deletion of the account; null = they did not. */
  readonly deletionRequested: string | null;
}
/** A session or a token of an account. */
export interface AccountKey {
  /** Identifies it, but opens nothing. */
  readonly id: string;
  readonly kind: 'session' | 'token';
  readonly name: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdTime: string;
  /** To about a minute; null = not since it was made. */
  readonly lastUsed: string | null;
  readonly expirationTime: string | null;
  /** The session of this request. */
  readonly isCurrent: boolean;
  /** A manager uses it. */
  readonly isActing: boolean;
}
/** Shown once; the server keeps their hashes. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
}

/** A browser that is notified of events while its page is closed. */
export interface PushBrowser {
  /** Identifies it, but reaches nothing: SHA-256 of its address at the push service, base64url. */
  readonly id: string;
  readonly userAgent: string | null;
  /** null = before it was recorded. */
  readonly createdTime: string | null;
  /** When its push service last took a message, to an hour; null = not yet. */
  readonly lastUsed: string | null;
}
