import { fail, ok, type Result } from '@rastro/base';
import { isOn } from '../options.ts';
import {
  controlCharacters,
  fieldParameter,
  idField,
  phoneParameter,
  textParameter,
  wholeParameter,
} from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';
import { writeFrame } from './frame.ts';

const FIXED: ReadonlyMap<string, string> = new Map([
  ['positionSingle', 'A10'],
  ['engineStop', 'C01,0,12222'],
  ['engineResume', 'C01,0,02222'],
  ['alarmArm', 'C01,0,22122'],
  ['alarmDisarm', 'C01,0,22022'],
]);
/** Option `meitrack.alternative`. */
const ALTERNATIVE: ReadonlyMap<string, string> = new Map([
  ['alarmArm', 'B21,1'],
  ['alarmDisarm', 'B21,0'],
]);
/** Names of the commands behind each type. */
export const COMMAND_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['positionSingle', ['A10']],
  ['engineStop', ['C01']],
  ['engineResume', ['C01']],
  ['alarmArm', ['C01', 'B21']],
  ['alarmDisarm', ['C01', 'B21']],
  ['requestPhoto', ['D03']],
  ['sendSms', ['C02']],
]);
const LONGEST = 1000;
const DELIMITERS = ',*$@';
const MESSAGE = { longest: 160, delimiters: DELIMITERS };

export const COMMANDS: readonly string[] = ['custom', ...FIXED.keys(), 'requestPhoto', 'sendSms'];

export function encode(command: OutgoingCommand, device: DeviceProfile): Result<Uint8Array, EncodeFailure> {
  const id = idField(device.uniqueId, DELIMITERS);
  if (!id.ok) return id;
  const text = textOf(command, device);
  return text.ok ? ok(writeFrame('A', `${device.uniqueId},${text.value}`)) : text;
}

function textOf(command: OutgoingCommand, device: DeviceProfile): Result<string, EncodeFailure> {
  const alternative = isOn(device, 'meitrack.alternative') ? ALTERNATIVE.get(command.type) : undefined;
  const fixed = alternative ?? FIXED.get(command.type);
  if (fixed !== undefined) return ok(fixed);
  switch (command.type) {
    case 'custom': {
      const text = textParameter(command, 'data', LONGEST);
      return text.ok ? ok(controlCharacters(text.value)) : text;
    }
    case 'requestPhoto': {
      if (command.attributes['index'] === undefined) return ok('D03,1,camera_picture.jpg');
      const camera = wholeParameter(command, 'index', { least: 1, most: 9 });
      return camera.ok ? ok(`D03,${camera.value},camera_picture.jpg`) : camera;
    }
    case 'sendSms': {
      const phone = phoneParameter(command, 'phone');
      if (!phone.ok) return phone;
      const message = fieldParameter(command, 'message', MESSAGE);
      return message.ok ? ok(`C02,0,${phone.value},${message.value}`) : message;
    }
    default:
      return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  }
}
