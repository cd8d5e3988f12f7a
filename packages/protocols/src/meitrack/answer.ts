import { asciiOf } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { COMMAND_NAMES } from './encode.ts';
import { openFrame } from './frame.ts';

/** Reports that units send unprompted. */
const REPORTS: ReadonlySet<string> = new Set(['AAA', 'AAC', 'CCC', 'CCE', 'D00']);
const LONGEST = 200;

/** A frame names the command that it answers. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  const opened = openFrame(frame);
  if (!opened || REPORTS.has(opened.command)) return null;
  const { command, contentAt, end } = opened;
  return answerIn(`${command},${asciiOf(frame, contentAt, Math.min(end, contentAt + LONGEST))}`, {
    word: command,
  });
}

export function isAnswerTo({ commandName }: CommandAnswer, command: OutgoingCommand): boolean {
  const names = COMMAND_NAMES.get(command.type) ?? [customText(command).split(',')[0] ?? ''];
  return commandName !== null && names.includes(commandName);
}
