import type { TextMessage } from '@rastro/outgoing';
import type { MessageSender, SendOutcome } from '../../message-sender.ts';
import type { TrackingApi } from '../../tracking-api.ts';
import type { ArrivalDeps } from '../arrival-deps.ts';

/** Dependencies of messages to customers. */
export interface MessageDeps extends ArrivalDeps {
  /** The sender of a company; null = the account is gone. */
  readonly senderOf: (companyId: number) => Promise<MessageSender | null>;
  /** Text messages; null = no gateway is set. */
  readonly text: ((message: TextMessage, signal: AbortSignal) => Promise<SendOutcome>) | null;
}
export type MessageContext = MessageDeps & { readonly trackingApi: TrackingApi };
