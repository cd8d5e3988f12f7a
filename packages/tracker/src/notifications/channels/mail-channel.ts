import type { Mailer } from '@rastro/outgoing';
import { keepTarget, type Channel } from './channel.ts';
import { withPlace } from '../message.ts';

export function mailChannel(mailer: Mailer): Channel {
  return {
    name: 'mail',
    repeatsUncertain: true,
    targets: ({ email }) => (email.includes('@') ? [email] : []),
    send: ({ target, message }, signal) =>
      mailer.send(
        { to: target, subject: message.subject, html: message.html, text: withPlace(message) },
        signal,
      ),
    forget: keepTarget,
    mask: (target) => {
      const at = target.lastIndexOf('@');
      return `${target.slice(0, 1)}…${target.slice(at)}`;
    },
  };
}
