import type { SmsGateway } from '@rastro/outgoing';
import { retainTarget, type Channel } from './channel.ts';

export function smsChannel(gateway: SmsGateway): Channel {
  return {
    name: 'sms',
    repeatsUncertain: false,
    targets: ({ phone }) => (phone === null || phone === '' ? [] : [phone]),
    send: ({ target, message }, signal) => gateway.send({ phone: target, message: message.digest }, signal),
    forget: retainTarget,
    mask: (target) => `…${target.slice(-4)}`,
  };
}
