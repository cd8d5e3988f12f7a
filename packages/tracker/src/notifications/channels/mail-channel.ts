import type { UserMailer } from '../../brands/user-mailer.ts';
import type { MailContent, MailPicture } from '@rastro/outgoing';
import { retainTarget, type Channel } from './channel.ts';
import type { Message } from '../message.ts';

/** Draws where something happened; null = there is no picture now. */
export type DrawPlace = (at: {
  readonly latitude: number;
  readonly longitude: number;
}) => Promise<MailPicture | null>;

const DRAWS_NOTHING: DrawPlace = () => Promise.resolve(null);

export function mailChannel(mailer: UserMailer, drawPlace: DrawPlace = DRAWS_NOTHING): Channel {
  return {
    name: 'mail',
    repeatsUncertain: true,
    targets: ({ email }) => (email.includes('@') ? [email] : []),
    send: async ({ user, target, message }, signal) =>
      mailer.send(
        {
          reader: user,
          to: target,
          content: await withPicture(message, drawPlace),
        },
        signal,
      ),
    forget: retainTarget,
    mask: (target) => {
      const at = target.lastIndexOf('@');
      return `${target.slice(0, 1)}…${target.slice(at)}`;
    },
  };
}

async function withPicture(
  { mail, event, position, place }: Message,
  drawPlace: DrawPlace,
): Promise<MailContent> {
  if (position === null || (event?.positionId ?? 0) === 0) return mail;
  const picture = await drawPlace(position);
  return picture === null ? mail : { ...mail, picture: { ...picture, alt: place ?? picture.alt } };
}
