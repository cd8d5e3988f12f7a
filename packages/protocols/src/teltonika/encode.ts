import { fail, ok, type Result } from '@rastro/base';
import { textParameter } from '../parameters.ts';
import type { EncodeFailure, OutgoingCommand } from '../protocol.ts';
import { packet } from './packet.ts';
import { CODEC_12, TYPE_COMMAND } from './serial.ts';

/** Which physical output cuts the engine depends on the installation; the first one is usual. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['engineStop', 'setdigout 1'],
  ['engineResume', 'setdigout 0'],
  ['positionSingle', 'getgps'],
  ['getDeviceStatus', 'getstatus'],
  ['getVersion', 'getver'],
  ['rebootDevice', 'cpureset'],
]);
export const COMMANDS: readonly string[] = ['custom', ...TEXTS.keys()];
const LONGEST = 1000;
const HEX_BYTES = /^(?:[0-9a-f]{2})+$/i;

/** A command is text in a codec 12 packet; a custom text of whole hexadecimal bytes is sent as those bytes. */
export function encode(command: OutgoingCommand): Result<Uint8Array, EncodeFailure> {
  const preset = TEXTS.get(command.type);
  if (preset !== undefined) return ok(packet(CODEC_12, TYPE_COMMAND, asciiBytes(preset)));
  if (command.type !== 'custom') return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  const text = textParameter(command, 'data', LONGEST);
  if (!text.ok) return text;
  return ok(packet(CODEC_12, TYPE_COMMAND, customBytes(text.value)));
}

function customBytes(text: string): Uint8Array {
  return HEX_BYTES.test(text) ? Buffer.from(text, 'hex') : asciiBytes(text);
}

const asciiBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
