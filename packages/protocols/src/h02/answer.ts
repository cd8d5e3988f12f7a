import { asciiOf } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';

const STAR = 0x2a;
const COMMAND_FIELD = 2;

/** `V4` names the command that it answers. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  if (frame[0] !== STAR) return null;
  const values = asciiOf(frame, 1)
    .replace(/#[\s\S]*$/, '')
    .split(',');
  if (values[COMMAND_FIELD] !== 'V4') return null;
  return answerIn(values.slice(COMMAND_FIELD + 1, COMMAND_FIELD + 4).join(','), {
    word: values[COMMAND_FIELD + 1] ?? null,
  });
}

const COMMAND_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['engineStop', ['S20']],
  ['engineResume', ['S20']],
  ['alarmArm', ['SCF']],
  ['alarmDisarm', ['SCF']],
  ['positionPeriodic', ['S71', 'D1']],
]);

export function isAnswerTo({ commandName }: CommandAnswer, command: OutgoingCommand): boolean {
  const own = /^\*[^,]*,[^,]*,(\w+)/.exec(customText(command))?.[1];
  return (
    commandName !== null &&
    (own === commandName || COMMAND_NAMES.get(command.type)?.includes(commandName) === true)
  );
}
