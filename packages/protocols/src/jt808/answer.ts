import { asciiOf } from '../ascii.ts';
import { answerIn, customBytes, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { OPEN } from './frame.ts';
import { openMessage } from './message.ts';

const GENERAL = 0x0001;
const TEXTS: ReadonlySet<number> = new Set([0x0701, 0x1300, 0x6006]);
const LOCATION = 0x0201;
const RESULTS: readonly string[] = ['OK', 'failed', 'wrong message', 'not supported', 'OK'];
/** Results that say that it was not done. */
const FAILURE_RESULTS: ReadonlySet<number> = new Set([1, 2, 3]);

/** 0001 repeats serial number and id of the command with its result; texts answer texts. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  if (frame[0] === OPEN) {
    const text = asciiOf(frame);
    return text.includes('BASE,2') ? null : answerIn(text, { word: 'text' });
  }
  const id = ((frame[1] ?? 0) << 8) | (frame[2] ?? 0);
  if (id !== GENERAL && id !== LOCATION && !TEXTS.has(id)) return null;
  const opened = openMessage(frame);
  if (!opened.ok) return null;
  const { body } = opened.value;
  const first = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
  if (id === LOCATION) return answerIn('OK', { serial: first, word: '8201' });
  if (id !== GENERAL) {
    const text = Buffer.from(body)
      .toString('latin1')
      .replaceAll(/[^\x20-\x7e]/g, '');
    return answerIn(text, { word: 'text' });
  }
  if (body.length < 5) return null;
  const result = body[4] ?? 0;
  const commandName = Buffer.from(body.subarray(2, 4)).toString('hex');
  const text = RESULTS[result] ?? `result ${result}`;
  return { serial: first, commandName, text, isRejected: FAILURE_RESULTS.has(result) };
}

/** A custom command in bytes has serial and id of its own. */
export function isAnswerTo({ serial, commandName }: CommandAnswer, command: OutgoingCommand): boolean {
  const bytes = customBytes(command);
  if (bytes !== null && bytes.length > 14) {
    return commandName === Buffer.from(bytes.subarray(1, 3)).toString('hex');
  }
  if (commandName === 'text') return customText(command) !== '';
  return serial === serialOf(command);
}

/** 16 bits, never 0: that is what a message without a serial number has. */
export const serialOf = ({ serial }: OutgoingCommand): number =>
  serial === undefined ? 0 : (serial % 0xffff) + 1;
