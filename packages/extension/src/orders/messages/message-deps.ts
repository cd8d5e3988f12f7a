import type { MailContent, TextMessage } from '@rastro/outgoing';
import type { ReaderPreferences } from '@rastro/fleet';
import type { ArrivalDeps } from '../arrival-deps.ts';
import type { TrackingApi } from '../../tracking-api.ts';

/** Fate of a message: `sent`, `later` = nobody takes it now; else the reason why it will never arrive. */
export type SendOutcome =
  | { readonly outcome: 'sent' | 'later' }
  | { readonly outcome: 'never'; readonly reason: string };

/** A company as its customers see it. */
export interface MessageSender {
  readonly name: string;
  /** Address of the product for this company, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
  readonly canMail: boolean;
  mail(
    to: string,
    content: MailContent,
    formats: Pick<ReaderPreferences, 'language' | 'zone'>,
    signal: AbortSignal,
  ): Promise<SendOutcome>;
}

/** Dependencies of messages to customers. */
export interface MessageDeps extends ArrivalDeps {
  /** The sender of a company; null = the account is gone. */
  readonly senderOf: (companyId: number) => Promise<MessageSender | null>;
  /** Text messages; null = no gateway is set. */
  readonly text: ((message: TextMessage, signal: AbortSignal) => Promise<SendOutcome>) | null;
}
export type MessageContext = MessageDeps & { readonly trackingApi: TrackingApi };
