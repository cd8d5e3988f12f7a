import { utf8Of } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';
import { textOf } from './encode.ts';

/** The language has no answers to commands, only messages: one that names the command is taken for its answer. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  const text = /^#M#(.*)$/.exec(utf8Of(frame).trim())?.[1];
  return text === undefined ? null : answerIn(text);
}

export function isAnswerTo({ text }: CommandAnswer, command: OutgoingCommand): boolean {
  const sent = textOf(command);
  const expected = customText(command) || (sent.ok ? sent.value.split(/[?:]/)[0] : '') || '';
  return expected !== '' && text.toLowerCase().includes(expected.toLowerCase());
}
