import { fail, HOUR_S, MINUTE_S, ok, type Result } from '@rastro/base';
import { bytesOf } from '../ascii.ts';
import { controlCharacters, idField, textParameter, wholeParameter } from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';

export const CODES: ReadonlyMap<string, string> = new Map([
  ['positionSingle', 'B'],
  ['positionStop', 'D'],
  ['engineStop', 'J'],
  ['engineResume', 'K'],
  ['alarmArm', 'L'],
  ['alarmDisarm', 'M'],
  ['requestPhoto', '160'],
]);
const LONGEST = 1000;

export const COMMANDS: readonly string[] = ['custom', ...CODES.keys(), 'positionPeriodic'];

/** `**,imei:`, IMEI and a code; nothing ends it. */
export function encode(command: OutgoingCommand, device: DeviceProfile): Result<Uint8Array, EncodeFailure> {
  const code = codeOf(command);
  if (!code.ok) return code;
  const to = idField(device.uniqueId, ',;*:');
  return to.ok ? ok(bytesOf(`**,imei:${to.value},${code.value}`)) : to;
}

function codeOf(command: OutgoingCommand): Result<string, EncodeFailure> {
  if (command.type === 'custom') {
    const text = textParameter(command, 'data', LONGEST);
    return text.ok ? ok(controlCharacters(text.value)) : text;
  }
  if (command.type === 'positionPeriodic') return intervalCode(command);
  const code = CODES.get(command.type);
  return code === undefined ? fail({ code: 'UNSUPPORTED_COMMAND', type: command.type }) : ok(code);
}

/** Two digits and a unit. */
function intervalCode(command: OutgoingCommand): Result<string, EncodeFailure> {
  const seconds = wholeParameter(command, 'frequency', { least: 1, most: 99 * HOUR_S });
  if (!seconds.ok) return seconds;
  const { value } = seconds;
  const [size, unit] = value < MINUTE_S ? [1, 's'] : value < HOUR_S ? [MINUTE_S, 'm'] : [HOUR_S, 'h'];
  return ok(`C,${String(Math.trunc(value / size)).padStart(2, '0')}${unit}`);
}
