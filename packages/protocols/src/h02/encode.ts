import { DAY_S, fail, ok, type Result } from '@rastro/base';
import { bytesOf } from '../ascii.ts';
import { isOn } from '../options.ts';
import { controlCharacters, idField, textParameter, wholeParameter } from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';
import { INITIAL, type H02State } from './state.ts';

const FIXED: ReadonlyMap<string, readonly [type: string, parameters: string]> = new Map([
  ['engineStop', ['S20', '1,1']],
  ['engineResume', ['S20', '1,0']],
  ['alarmArm', ['SCF', '0,0']],
  ['alarmDisarm', ['SCF', '1,1']],
]);
const LONGEST = 1000;

export const COMMANDS: readonly string[] = ['custom', ...FIXED.keys(), 'positionPeriodic'];

/** `*HQ,id,type,time of day,parameters#`. Option `h02.alternative` selects the older interval command. */
export function encode(
  command: OutgoingCommand,
  device: DeviceProfile,
  state: H02State | null,
): Result<Uint8Array, EncodeFailure> {
  if (command.type === 'custom') {
    const text = textParameter(command, 'data', LONGEST);
    return text.ok ? ok(bytesOf(controlCharacters(text.value))) : text;
  }
  const fields =
    command.type === 'positionPeriodic' ? intervalFields(command, device) : ok(FIXED.get(command.type));
  if (!fields.ok) return fields;
  if (!fields.value) return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  const { id, lastMessageAt } = state ?? INITIAL;
  const clock = new Date(lastMessageAt).toISOString().slice(11, 19).replaceAll(':', '');
  const [type, parameters] = fields.value;
  const to = idField(id ?? device.uniqueId, ',*#$');
  return to.ok ? ok(bytesOf(`*HQ,${to.value},${type},${clock},${parameters}#`)) : to;
}

function intervalFields(
  command: OutgoingCommand,
  device: DeviceProfile,
): Result<readonly [string, string], EncodeFailure> {
  const seconds = wholeParameter(command, 'frequency', { least: 1, most: DAY_S });
  if (!seconds.ok) return seconds;
  return ok(isOn(device, 'h02.alternative') ? ['D1', String(seconds.value)] : ['S71', `22,${seconds.value}`]);
}
