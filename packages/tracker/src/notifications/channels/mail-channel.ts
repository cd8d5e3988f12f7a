import type { PeopleMailer } from '../../brands/people-mailer.ts';
import { keepTarget, type Channel } from './channel.ts';
import { withPlace } from '../message.ts';

export function mailChannel(mailer: PeopleMailer): Channel {
  return {
    name: 'mail',
    repeatsUncertain: true,
    targets: ({ email }) => (email.includes('@') ? [email] : []),
    send: ({ user, target, message }, signal) =>
      mailer.send(
        {
          reader: user,
          to: target,
          subject: message.subject,
          html: message.html,
          text: withPlace(message),
        },
        signal,
      ),
    forget: keepTarget,
    mask: (target) => {
      const at = target.lastIndexOf('@');
      return `${target.slice(0, 1)}…${target.slice(at)}`;
    },
  };
}
