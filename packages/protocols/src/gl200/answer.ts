import { asciiOf } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { serialText } from './encode.ts';

/** `+ACK:GTRTO`: names the command, and repeats its serial number before the time. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  if (frame[0] !== 0x2b || frame[1] !== 0x41) return null; // +A
  const values = asciiOf(frame)
    .replace(/\$[\s\S]*$/, '')
    .split(',');
  const word = /^\+ACK:(GT\w{3})$/.exec(values[0] ?? '')?.[1];
  if (word === undefined || word === 'GTHBD') return null;
  const serial = /^[0-9a-f]{4}$/i.exec(values.at(-3) ?? '')?.[0];
  return answerIn(values[0] ?? '', {
    word,
    serial: serial === undefined ? null : Number.parseInt(serial, 16),
  });
}

const NO_SERIAL = 0xffff;
const COMMAND_NAMES: ReadonlyMap<string, string> = new Map([
  ['positionSingle', 'GTRTO'],
  ['deviceIdentification', 'GTRTO'],
  ['rebootDevice', 'GTRTO'],
  ['engineStop', 'GTOUT'],
  ['engineResume', 'GTOUT'],
]);

export function isAnswerTo({ commandName, serial }: CommandAnswer, command: OutgoingCommand): boolean {
  const custom = customText(command);
  const asked = COMMAND_NAMES.get(command.type) ?? /^AT\+(GT\w{3})=/i.exec(custom)?.[1]?.toUpperCase();
  if (asked !== commandName) return false;
  if (serial === null || serial === NO_SERIAL) return true;
  const sent = custom === '' ? serialText(command) : (/,([0-9a-f]{4})\$?$/i.exec(custom)?.[1] ?? '');
  return sent === '' || Number.parseInt(sent, 16) === serial;
}
