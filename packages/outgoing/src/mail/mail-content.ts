import type { Language } from '@rastro/fleet';

/** A line of a mail's table: `Vehicle: Van 3`. */
export interface MailDetail {
  readonly label: string;
  readonly text: string;
}
/** A picture that travels inside the mail. */
export interface MailPicture {
  /** PNG. */
  readonly bytes: Uint8Array;
  /** For readers that show no pictures. */
  readonly alt: string;
  /** Below it, small; '' = nothing. */
  readonly credit: string;
}

/** A mail before its layout: plain texts only, as hostile as their authors. */
export interface MailContent {
  readonly subject: string;
  /** Adds the name of the product to the subject: for mails whose text does not say where they come from. */
  readonly namesProduct?: boolean;
  /** Large, above everything. */
  readonly title: string;
  /** A warning above the title: `Nobody has acknowledged in 5 min`; null = none. */
  readonly warning?: string | null;
  readonly paragraphs: readonly string[];
  readonly details?: readonly MailDetail[];
  /** A long text that is copied, such as a Pix code. */
  readonly copy?: MailDetail | null;
  readonly picture?: MailPicture | null;
  /** Null = the page of the product. */
  readonly button?: { readonly label: string; readonly url: string } | null;
  /** Writes the button's address below it too: a mail that is there for its link. */
  readonly showsAddress?: boolean;
  /** Below the button. */
  readonly note?: string | null;
  /** Reason why the recipient gets it, in the footer. */
  readonly reason: string;
  /** Where that is changed. */
  readonly change?: { readonly label: string; readonly url: string } | null;
  /** False = it contains no time, so it names no zone. */
  readonly hasTimes?: boolean;
}

/** Sender of a mail: a brand, or the product without one. */
export interface MailHead {
  /** Null = the brand has none, or there is no brand. */
  readonly name: string | null;
  readonly colour: string | null;
  readonly logo: Uint8Array | null;
  readonly contacts: readonly string[];
}

/** Frame of a mail, for its sender and recipient: name, color, logo, contact, language, zone. */
export interface MailFrame {
  /** Of the brand, else of the product. */
  readonly name: string;
  /** `#rrggbb`; null = ours. */
  readonly colour: string | null;
  /** PNG; null = the name alone. */
  readonly logo: Uint8Array | null;
  /** Addresses and numbers at which the sender answers; empty = none is known. */
  readonly contacts: readonly string[];
  /** Address of the product, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
  readonly language: Language;
  /** IANA name. */
  readonly zone: string;
}
