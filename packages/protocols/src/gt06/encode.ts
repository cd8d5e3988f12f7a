import { DAY_S, fail, ok, type Result } from '@rastro/base';
import { isOn } from '../options.ts';
import { hostParameter, passwordField, textParameter, wholeParameter } from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';
import { traitsOf } from './models.ts';
import { shortFrame } from './reply.ts';

const COMMAND = 0x80;
const ENGLISH = 2;
/** The frame's length byte also counts type, flags, language, serial and checksum. */
const LONGEST = 240;
const PASSWORD = { longest: 32, delimiters: ',#;', usual: '123456' };

type Text = (command: OutgoingCommand, device: DeviceProfile) => Result<string, EncodeFailure>;

const fixed =
  (text: string): Text =>
  () =>
    ok(text);

const TEXTS: ReadonlyMap<string, Text> = new Map([
  ['custom', (command) => textParameter(command, 'data', LONGEST)],
  ['engineStop', relay('Relay,1#', 'DYD')],
  ['engineResume', relay('Relay,0#', 'HFYD')],
  ['positionSingle', fixed('WHERE#')],
  ['positionPeriodic', intervalText],
  ['getDeviceStatus', fixed('STATUS#')],
  ['getVersion', fixed('VERSION#')],
  ['rebootDevice', fixed('RESET#')],
  ['setConnection', serverText],
]);
export const COMMANDS: readonly string[] = [...TEXTS.keys()];

/**
 * Encodes a command as text in a frame of type 80. Device options: `gt06.alternative` (commands with a password, from
 * `devicePassword`), `gt06.language` (append the language word that newer firmware wants).
 */
export function encode(command: OutgoingCommand, device: DeviceProfile): Result<Uint8Array, EncodeFailure> {
  const text = TEXTS.get(command.type);
  if (!text) return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  const written = text(command, device);
  if (!written.ok) return written;
  return ok(commandFrame(written.value, command.serial ?? 0, isOn(device, 'gt06.language')));
}

/** @param serial The server flag: the answer repeats it. */
function commandFrame(text: string, serial: number, withLanguage: boolean): Uint8Array {
  const content = new Uint8Array(5 + text.length + (withLanguage ? 2 : 0));
  content[0] = 4 + text.length;
  new DataView(content.buffer).setUint32(1, serial);
  content.set(new TextEncoder().encode(text), 5);
  if (withLanguage) content[content.length - 1] = ENGLISH;
  return shortFrame(COMMAND, content, 0);
}

function relay(usual: string, alternative: string): Text {
  return (command, device) => {
    if (traitsOf(device.model).g109) return ok(`${alternative}#`);
    if (!isOn(device, 'gt06.alternative')) return ok(usual);
    const password = passwordField(command, device, PASSWORD);
    return password.ok ? ok(`${alternative},${password.value}#`) : password;
  };
}

/** The same interval with the ignition on and off. */
function intervalText(command: OutgoingCommand): Result<string, EncodeFailure> {
  const seconds = wholeParameter(command, 'frequency', { least: 1, most: DAY_S });
  return seconds.ok ? ok(`TIMER,${seconds.value},${seconds.value}#`) : seconds;
}

function serverText(command: OutgoingCommand): Result<string, EncodeFailure> {
  const server = hostParameter(command, 'server');
  if (!server.ok) return server;
  const port = wholeParameter(command, 'port', { least: 1, most: 65_535 });
  return port.ok ? ok(`SERVER,1,${server.value},${port.value},0#`) : port;
}
