import type { MailContent, MailFrame } from '@rastro/outgoing';

/** Fate of a message: `sent`, `later` = nobody takes it now; else the reason why it will never arrive. */
export type SendOutcome =
  | { readonly outcome: 'sent' | 'later' }
  | { readonly outcome: 'never'; readonly reason: string };

/** A company as its own customers see it. */
export interface MessageSender {
  readonly name: string;
  /** Address of the product for this company, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
  readonly canMail: boolean;
  mail(
    to: string,
    content: MailContent,
    formats: Pick<MailFrame, 'language' | 'zone'>,
    signal: AbortSignal,
  ): Promise<SendOutcome>;
}
