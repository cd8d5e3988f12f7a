/** The right of one process to do a piece of work, until it runs out or is given back. */
export interface Lease {
  readonly name: string;
  /** A process, by a name that no other one has. */
  readonly owner: string;
}
export interface LeaseHold extends Lease {
  /** Milliseconds since 1970. The clocks of all owners must agree to a small part of a lease. */
  readonly now: number;
  readonly until: number;
}
export interface LeaseStorage {
  /** Takes or renews a lease. @returns false = another one holds it still. */
  takeLease(hold: LeaseHold): Promise<boolean>;
  /** Releases a lease before it expires; one of another holder is unaffected. */
  releaseLease(lease: Lease): Promise<void>;
}
