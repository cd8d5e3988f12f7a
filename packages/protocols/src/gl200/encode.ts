import { fail, ok, type Result } from '@rastro/base';
import { bytesOf } from '../ascii.ts';
import { controlCharacters, passwordField, textParameter } from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';

/** Command word, and the text after the password. */
const FIXED: ReadonlyMap<string, readonly [word: string, rest: string]> = new Map([
  ['positionSingle', ['GTRTO', '1,,,,,,']],
  ['deviceIdentification', ['GTRTO', '8,,,,,,']],
  ['rebootDevice', ['GTRTO', '3,,,,,,']],
  ['engineStop', ['GTOUT', '1,,,0,0,0,0,0,0,0,,,,,,,']],
  ['engineResume', ['GTOUT', '0,,,0,0,0,0,0,0,0,,,,,,,']],
]);
const LONGEST = 1000;
const PASSWORD = { longest: 32, delimiters: ',=$', usual: '' };

export const COMMANDS: readonly string[] = ['custom', ...FIXED.keys()];

/** Four digits that the acknowledgement repeats. */
export const serialText = ({ serial }: OutgoingCommand): string =>
  serial === undefined ? 'FFFF' : (serial % 0xffff).toString(16).toUpperCase().padStart(4, '0');

/** `AT+`, ended by `$`. The password is the parameter or the option `devicePassword`. */
export function encode(command: OutgoingCommand, device: DeviceProfile): Result<Uint8Array, EncodeFailure> {
  if (command.type === 'custom') {
    const text = textParameter(command, 'data', LONGEST);
    return text.ok ? ok(bytesOf(controlCharacters(text.value))) : text;
  }
  const fixed = FIXED.get(command.type);
  if (!fixed) return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  const password = passwordField(command, device, PASSWORD);
  if (!password.ok) return password;
  return ok(bytesOf(`AT+${fixed[0]}=${password.value},${fixed[1]}${serialText(command)}$`));
}
