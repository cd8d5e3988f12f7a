import { fail, ok, type Result } from '@rastro/base';
import type { EncodeFailure, OutgoingCommand } from './protocol.ts';

/** A required text parameter of a command: printable ASCII, CR and LF, at most `longest` characters. */
export function textParameter(
  command: OutgoingCommand,
  parameter: string,
  longest: number,
): Result<string, EncodeFailure> {
  const value = command.attributes[parameter];
  const refuse = (detail: string): Result<string, EncodeFailure> =>
    fail({ code: 'BAD_PARAMETER', parameter, detail });
  if (typeof value !== 'string' || value === '') return refuse('a text is needed');
  if (value.length > longest) return refuse(`at most ${longest} characters fit`);
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code > 126 || (code < 32 && code !== 10 && code !== 13)) return refuse('only ASCII can be sent');
  }
  return ok(value);
}

/** A required whole number, given as a number or as its text. */
export function wholeParameter(
  command: OutgoingCommand,
  parameter: string,
  { least, most }: { readonly least: number; readonly most: number },
): Result<number, EncodeFailure> {
  const raw = command.attributes[parameter];
  const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    return fail({ code: 'BAD_PARAMETER', parameter, detail: `a whole number ${least}..${most} is needed` });
  }
  return ok(value);
}

/** Text commands may name CR and LF by two characters each. */
export const controlCharacters = (text: string): string =>
  text.replaceAll('\\r', '\r').replaceAll('\\n', '\n');
