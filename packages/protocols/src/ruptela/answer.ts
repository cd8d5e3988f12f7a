import { asciiOf } from '../ascii.ts';
import { answerIn, customBytes } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { COMMAND_AT, PAYLOAD_AT } from './frame.ts';

/** The number of an answer is that of its command without the hundred; SMS are the exception. */
const ANSWERS: ReadonlyMap<number, number> = new Map([
  [102, 2],
  [103, 3],
  [104, 4],
  [108, 7],
  [117, 17],
]);
const SET_IO_ANSWER = 17;
const SMS = 108;
const SENT: ReadonlyMap<string, number> = new Map([
  ['custom', SMS],
  ['engineStop', SMS],
  ['engineResume', SMS],
  ['configuration', 102],
  ['getVersion', 103],
  ['firmwareUpdate', 104],
  ['outputControl', 117],
]);

/** Answers say what kind of command they answer; commands of a kind are answered in their order. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  const number = frame[COMMAND_AT] ?? 0;
  if (![...ANSWERS.values()].includes(number)) return null;
  const word = String(number);
  if (number === SET_IO_ANSWER) return answerIn(String(frame[PAYLOAD_AT] ?? ''), { word });
  return answerIn(asciiOf(frame, PAYLOAD_AT, frame.length - 2), { word });
}

export function isAnswerTo({ commandName }: CommandAnswer, command: OutgoingCommand): boolean {
  const sent = customBytes(command)?.[2] ?? SENT.get(command.type);
  return sent !== undefined && commandName === String(ANSWERS.get(sent));
}
