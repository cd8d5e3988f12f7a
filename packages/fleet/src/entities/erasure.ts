/** Preview of the erasure of a data subject. */
export interface ErasurePreview {
  /** Name that has to be typed to confirm. */
  readonly name: string;
  /** Users below the account; while there are any, it is not erased. */
  readonly people: number;
  /** Vehicles that the user sees: they and their history stay with their managers. */
  readonly devices: number;
  /** Retained because the law demands it, with the name that is on them. */
  readonly invoices: number;
  /** Check-ins: they are retained without the name. */
  readonly checkIns: number;
}
