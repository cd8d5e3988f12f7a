import { fail, ok, type Result } from '@rastro/base';
import { bytesOf } from '../ascii.ts';
import {
  controlCharacters,
  fieldParameter,
  phoneParameter,
  textParameter,
  wholeParameter,
} from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';

const LONGEST = 1000;
const FIELD = { longest: 16, delimiters: '#;:=' };

export const COMMANDS: readonly string[] = [
  'custom',
  'rebootDevice',
  'sendUssd',
  'deviceIdentification',
  'outputControl',
];

/** A line of text; a custom one gets its line end if it has none. */
export function encode(command: OutgoingCommand, _device: DeviceProfile): Result<Uint8Array, EncodeFailure> {
  const text = textOf(command);
  return text.ok ? ok(bytesOf(text.value.endsWith('\n') ? text.value : `${text.value}\r\n`)) : text;
}

export function textOf(command: OutgoingCommand): Result<string, EncodeFailure> {
  switch (command.type) {
    case 'custom': {
      const text = textParameter(command, 'data', LONGEST);
      return text.ok ? ok(controlCharacters(text.value)) : text;
    }
    case 'rebootDevice':
      return ok('reboot');
    case 'deviceIdentification':
      return ok('VER?');
    case 'sendUssd': {
      const phone = phoneParameter(command, 'phone');
      return phone.ok ? ok(`USSD:${phone.value}`) : phone;
    }
    case 'outputControl': {
      const index = wholeParameter(command, 'index', { least: 1, most: 99 });
      if (!index.ok) return index;
      const value = fieldParameter(command, 'data', FIELD);
      return value.ok ? ok(`L${index.value}=${value.value}`) : value;
    }
    default:
      return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  }
}
