import type { CommandAnswer, OutgoingCommand } from './protocol.ts';

/** Failure messages of devices of all makers. */
const FAILURE =
  /\b(?:fail(?:ed|ure|s)?|err(?:or)?|unknown|unsupported|not support(?:ed)?|invalid|denied|refused?|wrong|illegal|nack|nok|forbidden)\b/i;

/** A device's answer to a command, as text; `serial` and `word` identify the command, where the protocol has them. */
export function answerIn(
  text: string,
  {
    serial = null,
    word: commandName = null,
  }: { readonly serial?: number | null; readonly word?: string | null } = {},
): CommandAnswer {
  return { serial, commandName, text: text.trim(), isRejected: FAILURE.test(text) };
}

/** The text of a custom command, one line, as it was written; '' for a typed one. */
export function customText({ type, attributes }: OutgoingCommand): string {
  const { data } = attributes;
  return type === 'custom' && typeof data === 'string' ? data.replaceAll(/\\[rn]|\s+$/g, '').trim() : '';
}
/** Parses pairs of hexadecimal digits; null when the text is none. */
export function customBytes(command: OutgoingCommand): Uint8Array | null {
  const text = customText(command).replaceAll(' ', '');
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : null;
}
