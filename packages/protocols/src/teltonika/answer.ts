import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { CODEC_12, CODEC_14 } from './serial.ts';

const ANSWER = 0x06;
/** Codec 14: the command was for another IMEI. */
const WRONG_IMEI = 0x11;
const IMEI_BYTES = 8;

/** Codec 12 and 14 answer in the order of the commands; lines from something wired to the unit are no answers. */
export function answerOf(frame: Uint8Array, udp: boolean): CommandAnswer | null {
  const at = udp ? 8 + (((frame[6] ?? 0) << 8) | (frame[7] ?? 0)) : 8;
  const codec = frame[at];
  const type = frame[at + 2];
  if (codec !== CODEC_12 && codec !== CODEC_14) return null;
  if (type !== ANSWER && !(codec === CODEC_14 && type === WRONG_IMEI)) return null;
  if (frame.length < at + 7) return null;
  const size = new DataView(frame.buffer, frame.byteOffset).getUint32(at + 3);
  const from = at + 7 + (codec === CODEC_14 ? IMEI_BYTES : 0);
  const answer = answerIn(Buffer.from(frame.subarray(from, at + 7 + size)).toString('latin1'));
  return type === WRONG_IMEI ? { ...answer, isRejected: true } : answer;
}

/** Beginnings of answers to some commands: those do not answer other commands. */
const ANSWERS: readonly (readonly [word: string, begin: RegExp])[] = [
  ['setdigout', /^d(?:ig)?out/i],
  ['getver', /^ver\b/i],
  ['getgps', /^(?:gps|lat)\b/i],
];
const COMMAND_NAMES: ReadonlyMap<string, string> = new Map([
  ['engineStop', 'setdigout'],
  ['engineResume', 'setdigout'],
  ['getVersion', 'getver'],
  ['positionSingle', 'getgps'],
]);

export function isAnswerTo({ text, isRejected }: CommandAnswer, command: OutgoingCommand): boolean {
  const word = COMMAND_NAMES.get(command.type) ?? customText(command).split(' ')[0] ?? '';
  const named = ANSWERS.find(([, begin]) => begin.test(text));
  return isRejected || named === undefined || named[0] === word;
}
