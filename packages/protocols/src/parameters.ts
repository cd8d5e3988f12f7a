import { fail, ok, type Result } from '@rastro/base';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from './protocol.ts';

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

/** Characters that a typed text may not contain, because they would end its field or its command. */
export interface FieldRule {
  readonly longest: number;
  /** Of the protocol; line ends and other control characters are always rejected. */
  readonly delimiters: string;
}

/** A required text that becomes one field of a command: it cannot carry another field, or another command. */
export function fieldParameter(
  command: OutgoingCommand,
  parameter: string,
  rule: FieldRule,
): Result<string, EncodeFailure> {
  const text = textParameter(command, parameter, rule.longest);
  return text.ok ? asField(text.value, parameter, rule) : text;
}

/** The password of a device: a parameter of the command, else its option, else what units are delivered with. */
export function passwordField(
  command: OutgoingCommand,
  device: DeviceProfile,
  { usual, ...rule }: FieldRule & { readonly usual: string },
): Result<string, EncodeFailure> {
  const given = command.attributes['devicePassword'];
  const isGiven = given !== undefined && given !== null && given !== '';
  const password = isGiven ? given : (device.options['devicePassword'] ?? '');
  if (password === '') return ok(usual);
  const text = typeof password === 'number' ? String(password) : password;
  const attributes = { devicePassword: text };
  return fieldParameter({ type: command.type, attributes }, 'devicePassword', rule);
}

/** The name or address of a server. */
export function hostParameter(command: OutgoingCommand, parameter: string): Result<string, EncodeFailure> {
  const host = textParameter(command, parameter, 100);
  if (!host.ok || /^[\w.:-]+$/.test(host.value)) return host;
  return fail({ code: 'BAD_PARAMETER', parameter, detail: 'a host name or address is needed' });
}

/** A number that is dialled, with the signs of service codes. */
export function phoneParameter(command: OutgoingCommand, parameter: string): Result<string, EncodeFailure> {
  const phone = textParameter(command, parameter, 32);
  if (!phone.ok || /^\+?[\d*#]+$/.test(phone.value)) return phone;
  return fail({ code: 'BAD_PARAMETER', parameter, detail: 'a phone number is needed' });
}

/** The identifier of a device in a text command. */
export const idField = (uniqueId: string, delimiters: string): Result<string, EncodeFailure> =>
  fieldParameter({ type: '', attributes: { uniqueId } }, 'uniqueId', { longest: 64, delimiters });

function asField(value: string, parameter: string, { delimiters }: FieldRule): Result<string, EncodeFailure> {
  const found = Array.from(value).find((sign) => sign === '\r' || sign === '\n' || delimiters.includes(sign));
  if (found === undefined) return ok(value);
  const sign = found === '\r' || found === '\n' ? 'a line end' : `"${found}"`;
  return fail({ code: 'BAD_PARAMETER', parameter, detail: `${sign} cannot be sent in it` });
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
