import type { PaperBrand } from '../../paper-brand.ts';

/** Content of a printed receipt, already in the reader's language: it goes to a thread that draws it. */
export interface Receipt extends PaperBrand {
  readonly title: string;
  readonly number: string;
  /** The one amount that counts, and when it came. */
  readonly amount: ReceiptField;
  readonly paidOn: ReceiptField;
  /** Payee and payer; the first line is the name. */
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
  /** Total of the fields; null = they are not amounts. */
  readonly total: ReceiptField | null;
}
