import { asciiOf } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';

const STAR = 0x2a;
const WORD = 2;

/** `V4` names the command that it answers. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  if (frame[0] !== STAR) return null;
  const values = asciiOf(frame, 1)
    .replace(/#[\s\S]*$/, '')
    .split(',');
  if (values[WORD] !== 'V4') return null;
  return answerIn(values.slice(WORD + 1, WORD + 4).join(','), { word: values[WORD + 1] ?? null });
}

const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['engineStop', ['S20']],
  ['engineResume', ['S20']],
  ['alarmArm', ['SCF']],
  ['alarmDisarm', ['SCF']],
  ['positionPeriodic', ['S71', 'D1']],
]);

export function isAnswerTo({ word }: CommandAnswer, command: OutgoingCommand): boolean {
  const own = /^\*[^,]*,[^,]*,(\w+)/.exec(customText(command))?.[1];
  return word !== null && (own === word || WORDS.get(command.type)?.includes(word) === true);
}
