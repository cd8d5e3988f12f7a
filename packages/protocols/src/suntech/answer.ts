import { asciiOf, trimmedEnd } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { isBinary } from './frame.ts';
import { commandForms } from './encode.ts';

/** Reads an answer: the unit repeats the text of the command. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  if (isBinary(frame)) return null;
  const values = asciiOf(frame, 0, trimmedEnd(frame)).trimStart().split(';');
  if (values[0] === 'RES') return answerIn(values.slice(2).join(';'));
  return values[1] === 'Res' ? answerIn(values.slice(3).join(';')) : null;
}

export function isAnswerTo({ text }: CommandAnswer, command: OutgoingCommand): boolean {
  const custom = customText(command);
  if (custom !== '')
    return (
      repeats(text, custom.split(';').slice(-2).join(';')) || repeats(text, custom.split(';').at(-1) ?? '')
    );
  const forms = commandForms(command);
  return forms.ok && forms.value !== undefined && forms.value.some((each) => repeats(text, each));
}

/** Firmware may put its version before the text, or a result after it. */
const repeats = (text: string, words: string): boolean =>
  words !== '' && `;${text.toLowerCase()};`.includes(`;${words.toLowerCase()};`);
