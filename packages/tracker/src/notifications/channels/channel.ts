import type { Result } from '@rastro/base';
import type { NotificationChannel } from '@rastro/fleet';
import type { UserEntity } from '../../directory/directory.ts';
import type { DeliveryFailure } from '@rastro/outgoing';
import type { Message } from '../message.ts';

/** A message to one address of one user. */
export interface Letter {
  readonly user: UserEntity;
  readonly target: string;
  readonly message: Message;
}
export type Outcome = Result<unknown, DeliveryFailure>;

/** A way to reach users through an outside service. One attempt per `send`; the caller retries. */
export interface Channel {
  readonly name: NotificationChannel;
  /** Addresses of a user; empty = none. */
  targets(user: UserEntity): readonly string[];
  send(letter: Letter, signal: AbortSignal): Promise<Outcome>;
  /** The other side says that an address is gone for good. */
  forget(user: UserEntity, target: string): Promise<void>;
  /** For the log: recognisable to its owner, useless to others. */
  mask(target: string): string;
  /** May a try that nobody answered be repeated? A push twice can be borne, a text message costs. */
  readonly repeatsUncertain: boolean;
}

/** For channels whose addresses users typed in: they remain, whatever the other side answers. */
export const retainTarget = (): Promise<void> => Promise.resolve();

/** First and last characters only. */
export const maskedEnds = (text: string): string =>
  text.length <= 6 ? '…' : `${text.slice(0, 3)}…${text.slice(-2)}`;
