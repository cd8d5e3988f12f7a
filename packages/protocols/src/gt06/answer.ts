import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';

const SHORT_START = 0x78;
const SHORT_ANSWER = 0x15;
const LONG_ANSWER = 0x21;
const TAIL_BYTES = 6;

/** Types 15 and 21 repeat the server flag of the command that they answer. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  const isShort = frame[0] === SHORT_START;
  if (frame[isShort ? 3 : 4] !== (isShort ? SHORT_ANSWER : LONG_ANSWER)) return null;
  const flagAt = 5;
  const end = frame.length - TAIL_BYTES;
  if (end < flagAt + 4) return null;
  const serial = new DataView(frame.buffer, frame.byteOffset).getUint32(flagAt);
  const textAt = flagAt + (isShort ? 4 : 5);
  const isWide = !isShort && frame[flagAt + 4] !== 1;
  const to = isShort ? Math.min(end, flagAt + (frame[4] ?? 0)) : end;
  const bytes = Buffer.from(frame.subarray(textAt, to));
  const text = isWide ? bytes.toString('latin1').replaceAll('\0', '') : bytes.toString('latin1');
  return answerIn(text, { serial });
}

const ENGINE = /relay|fuel|oil|cut|dyd|resum|restor|recover|conn/i;

/** Units that repeat no flag name what they did. */
export function isAnswerTo({ serial, text }: CommandAnswer, command: OutgoingCommand): boolean {
  if (serial !== 0) return serial === command.serial;
  if (command.type === 'engineStop' || command.type === 'engineResume') return ENGINE.test(text);
  const word = /^\w+/.exec(customText(command))?.[0] ?? COMMAND_NAMES.get(command.type);
  return word !== undefined && text.toLowerCase().includes(word.toLowerCase());
}
const COMMAND_NAMES: ReadonlyMap<string, string> = new Map([
  ['getVersion', 'VERSION'],
  ['getDeviceStatus', 'STATUS'],
  ['positionPeriodic', 'TIMER'],
  ['setConnection', 'SERVER'],
  ['rebootDevice', 'RESET'],
  ['positionSingle', 'Lat'],
]);
