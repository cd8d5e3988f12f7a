import { fail, ok, type Result } from '@rastro/base';
import { bytesOf } from '../ascii.ts';
import { meansOn } from '../options.ts';
import { controlCharacters, idField, textParameter, wholeParameter } from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';
import { INITIAL, type SuntechState } from './state.ts';

/** Legacy word, and function and argument of the universal form. */
const FIXED: ReadonlyMap<string, readonly [legacy: string, universal: string]> = new Map([
  ['engineStop', ['Enable1', '04;01']],
  ['engineResume', ['Disable1', '04;02']],
  ['alarmArm', ['Enable2', '04;03']],
  ['alarmDisarm', ['Disable2', '04;04']],
  ['positionSingle', ['StatusReq', '03;01']],
  ['rebootDevice', ['Reboot', '03;03']],
]);
const UNIVERSAL_OUTPUTS = [
  ['04;01', '04;02'],
  ['04;03', '04;04'],
  ['04;09', '04;10'],
] as const;
const LONGEST = 1000;

export const COMMANDS: readonly string[] = ['custom', ...FIXED.keys(), 'outputControl'];

/** Text ended by CR. The unit obeys only its own id text, so the one it last wrote wins. */
export function encode(
  command: OutgoingCommand,
  device: DeviceProfile,
  state: SuntechState | null,
): Result<Uint8Array, EncodeFailure> {
  if (command.type === 'custom') {
    const text = textParameter(command, 'data', LONGEST);
    return text.ok ? line(controlCharacters(text.value)) : text;
  }
  const forms = commandForms(command);
  if (!forms.ok) return forms;
  if (!forms.value) return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  const { id, prefix, universal } = state ?? INITIAL;
  const [legacy, packed] = forms.value;
  const to = idField(id ?? device.uniqueId, ';');
  if (!to.ok) return to;
  return line(universal ? `CMD;${to.value};${packed}` : `${prefix}CMD;${to.value};02;${legacy}`);
}

/** Legacy and universal; undefined = there is no such command. */
export function commandForms(
  command: OutgoingCommand,
): Result<readonly [legacy: string, universal: string] | undefined, EncodeFailure> {
  return command.type === 'outputControl' ? outputForms(command) : ok(FIXED.get(command.type));
}

function outputForms(command: OutgoingCommand): Result<readonly [string, string], EncodeFailure> {
  const index = wholeParameter(command, 'index', { least: 1, most: UNIVERSAL_OUTPUTS.length });
  if (!index.ok) return index;
  const on = meansOn(command.attributes['data']);
  const [first, second] = UNIVERSAL_OUTPUTS[index.value - 1] ?? UNIVERSAL_OUTPUTS[0];
  return ok([`${on ? 'Enable' : 'Disable'}${index.value}`, on ? first : second]);
}

const line = (text: string): Result<Uint8Array, EncodeFailure> =>
  ok(bytesOf(text.endsWith('\r') ? text : `${text}\r`));
