/** Everything that both bodies say, cleaned: what is left only has to be escaped. */
export interface MailBody {
  readonly title: string;
  readonly warning: string | null;
  readonly paragraphs: readonly string[];
  readonly details: readonly { readonly label: string; readonly text: string }[];
  readonly copy: { readonly label: string; readonly text: string } | null;
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly address: string | null;
  readonly note: string | null;
  readonly reason: string;
  readonly change: { readonly label: string; readonly url: string } | null;
  readonly zone: string | null;
  readonly contacts: readonly { readonly text: string; readonly url: string | null }[];
  readonly contactLabel: string;
  readonly sentBy: string;
}

export const LOGO_CID = 'logo@mail';
export const PICTURE_CID = 'picture@mail';
