import { asciiOf } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { CODES } from './encode.ts';

/** A report whose keyword is the letter of the command and a `t`: `jt` answers J. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  const keyword = /imei:\d{15},([a-z])t[,;]/.exec(asciiOf(frame));
  return keyword ? answerIn(`${keyword[1]}t`, { word: keyword[1]?.toUpperCase() ?? null }) : null;
}

export function isAnswerTo({ commandName }: CommandAnswer, command: OutgoingCommand): boolean {
  const code = command.type === 'positionPeriodic' ? 'C' : (CODES.get(command.type) ?? customText(command));
  return commandName !== null && /^[A-Za-z]/.exec(code)?.[0].toUpperCase() === commandName;
}
