/** What a printed receipt says, in words already: it goes to a thread that draws it. */
export interface Receipt {
  /** At the head. */
  readonly brand: string;
  /** `#rrggbb`, readable on white. */
  readonly colour: string;
  /** PNG; null = none. */
  readonly logo: Uint8Array | null;
  readonly title: string;
  readonly number: string;
  /** The one amount that counts, and when it came. */
  readonly amount: ReceiptField;
  readonly paidOn: ReceiptField;
  /** Who received and who paid; the first line is the name. */
  readonly parties: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly sections: readonly Section[];
  readonly note: string;
  readonly made: string;
}
export interface ReceiptField {
  readonly title: string;
  readonly text: string;
}
export interface Section {
  readonly title: string;
  readonly fields: readonly ReceiptField[];
  /** What the facts add up to; null = they are no amounts. */
  readonly total: ReceiptField | null;
}
