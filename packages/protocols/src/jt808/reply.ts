import { bytesOf } from '../ascii.ts';
import { idText, writeMessage, type Message } from './message.ts';

const GENERAL = 0x8001;
const REGISTERED = 0x8100;
const CLOCK = 0x8109;
const COMPACT = 0x4401;

/** Messages that expect the general reply. */
const CONFIRMED: ReadonlySet<number> = new Set([
  0x0002, 0x0003, 0x0102, 0x0107, 0x0200, 0x0210, 0x0506, 0x0704, 0x0900, 0x1007, 0x6006, 0x8888,
]);

export function replyTo(message: Message, now: number): Uint8Array | null {
  const { id, serial } = message;
  if (CONFIRMED.has(id))
    return writeMessage(GENERAL, message, [serial >> 8, serial & 0xff, id >> 8, id & 0xff, 0]);
  switch (id) {
    case 0x0100: {
      const token = bytesOf(idText(message.idBytes));
      return writeMessage(REGISTERED, message, [...word(serial), 0, ...token]);
    }
    case 0x0109:
      return writeMessage(CLOCK, message, clockBytes(new Date(now)));
    case 0x5501:
    case 0x5502:
      return message.wantsReply ? writeMessage(COMPACT, message, [...word(id), 0], 'compact') : null;
    default:
      return null;
  }
}

const word = (value: number): readonly number[] => [value >> 8, value & 0xff];

const clockBytes = (at: Date): readonly number[] => [
  ...word(at.getUTCFullYear()),
  at.getUTCMonth() + 1,
  at.getUTCDate(),
  at.getUTCHours(),
  at.getUTCMinutes(),
  at.getUTCSeconds(),
  0,
];
