import { DAY_S, fail, ok, type Result } from '@rastro/base';
import { isOn } from '../options.ts';
import { hostParameter, textParameter, wholeParameter } from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';
import { serialOf } from './answer.ts';
import { writeMessage, type Addressee } from './message.ts';
import { INITIAL, type Jt808State } from './state.ts';

const CONTROL = 0x8105;
const ALTERNATIVE_CONTROL = 0xa006;
const CONFIGURATION = 0x0310;
const POSITION_QUERY = 0x8201;
const PARAMETERS = 0x8103;
const TEXT = 0x8300;
const TRANSPARENT = 0x8900;
const VIDEO_START = 0x9101;
const VIDEO_STOP = 0x9102;
const LONGEST_TEXT = 240;
const LONGEST_FRAME = 4096;

interface Order {
  readonly id: number;
  readonly body: readonly number[];
}
type Write = (
  command: OutgoingCommand,
  device: DeviceProfile,
  lastMessageAt: number,
) => Result<Order, EncodeFailure>;

const fixed =
  (id: number, body: readonly number[]): Write =>
  () =>
    ok({ id, body });

const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['engineStop', engine(true)],
  ['engineResume', engine(false)],
  ['positionSingle', fixed(POSITION_QUERY, [])],
  ['positionPeriodic', interval],
  ['rebootDevice', fixed(CONFIGURATION, [0x01, 0x23, 0x01, 0x03])],
  ['alarmArm', fixed(CONFIGURATION, [0x01, 0x24, 0x05, 0x01, ...ascii('user')])],
  ['alarmDisarm', fixed(CONFIGURATION, [0x01, 0x24, 0x05, 0x00, ...ascii('user')])],
  ['videoStart', videoStart],
  ['videoStop', videoStop],
]);

export const COMMANDS: readonly string[] = ['custom', ...WRITERS.keys()];

/** The id that the unit last used, or the registered one; serial number 0. Option `jt808.alternative`: A006. */
export function encode(
  command: OutgoingCommand,
  device: DeviceProfile,
  state: Jt808State | null,
): Result<Uint8Array, EncodeFailure> {
  const { delimiter, version, idBytes, lastMessageAt } = state ?? INITIAL;
  const to: Addressee = { delimiter, version, idBytes: idBytes ?? registeredId(device.uniqueId) };
  if (command.type === 'custom') return custom(command, device, to);
  const write = WRITERS.get(command.type);
  if (!write) return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  const order = write(command, device, lastMessageAt);
  return order.ok ? ok(writeMessage(order.value.id, to, order.value.body, serialOf(command))) : order;
}

/** 15 digits are an IMEI, packed as a number without its check digit; others are sent as digits. */
function registeredId(uniqueId: string): Uint8Array {
  const digits = uniqueId.replaceAll(/\D/g, '');
  const hex = digits.length === 15 ? Number(digits.slice(0, 14)).toString(16) : digits.slice(-12);
  return Uint8Array.from(Buffer.from(hex.padStart(12, '0'), 'hex'));
}

function engine(stop: boolean): Write {
  return (_command, device, lastMessageAt) => {
    if (isOn(device, 'jt808.alternative')) {
      return ok({ id: ALTERNATIVE_CONTROL, body: [stop ? 1 : 0, ...clock(lastMessageAt)] });
    }
    if (device.model === 'VL300') return ok({ id: CONTROL, body: ascii(stop ? '#0;1' : '#0;0') });
    if (device.model === 'W15L') return ok({ id: CONTROL, body: [stop ? 0x64 : 0x65] });
    return ok({ id: CONTROL, body: [stop ? 0xf0 : 0xf1] });
  };
}

/** Six bytes of decimal digits. */
const clock = (ms: number): readonly number[] => [
  ...Buffer.from(new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14), 'hex'),
];

function interval(command: OutgoingCommand): Result<Order, EncodeFailure> {
  const seconds = wholeParameter(command, 'frequency', { least: 1, most: DAY_S });
  if (!seconds.ok) return seconds;
  const { value } = seconds;
  const bytes = [value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
  return ok({ id: CONFIGURATION, body: [0x01, 0x06, 0x04, ...bytes] });
}

function channelOf(command: OutgoingCommand): Result<number, EncodeFailure> {
  if (command.attributes['index'] === undefined) return ok(1);
  return wholeParameter(command, 'index', { least: 1, most: 64 });
}

function videoStart(command: OutgoingCommand): Result<Order, EncodeFailure> {
  const host = hostParameter(command, 'server');
  if (!host.ok) return host;
  const port = wholeParameter(command, 'port', { least: 1, most: 65_535 });
  if (!port.ok) return port;
  const channel = channelOf(command);
  if (!channel.ok) return channel;
  const ports = [port.value >> 8, port.value & 0xff, 0, 0];
  return ok({
    id: VIDEO_START,
    body: [host.value.length, ...ascii(host.value), ...ports, channel.value, 1, 0],
  });
}

function videoStop(command: OutgoingCommand): Result<Order, EncodeFailure> {
  const channel = channelOf(command);
  return channel.ok ? ok({ id: VIDEO_STOP, body: [channel.value, 0, 0, 0] }) : channel;
}

const PARAMETER_MODELS: readonly (string | null)[] = ['AL300', 'GL100', 'VL300'];
const TEXT_MODELS: readonly (string | null)[] = ['BSJ', 'C5', 'C5L'];

/** Text for the models that have a message for it; a complete frame in hexadecimal for all others. */
function custom(
  command: OutgoingCommand,
  device: DeviceProfile,
  to: Addressee,
): Result<Uint8Array, EncodeFailure> {
  const { model } = device;
  const text = textParameter(command, 'data', LONGEST_FRAME);
  if (!text.ok) return text;
  const jimi = model?.startsWith('JC') === true;
  if (!PARAMETER_MODELS.includes(model) && !TEXT_MODELS.includes(model) && !jimi) {
    const plain = text.value.replaceAll(' ', '');
    if (!/^(?:[0-9a-fA-F]{2})+$/.test(plain)) {
      return fail({ code: 'BAD_PARAMETER', parameter: 'data', detail: 'a frame in hexadecimal is needed' });
    }
    return ok(Uint8Array.from(Buffer.from(plain, 'hex')));
  }
  if (text.value.length > LONGEST_TEXT) {
    return fail({
      code: 'BAD_PARAMETER',
      parameter: 'data',
      detail: `at most ${LONGEST_TEXT} characters fit`,
    });
  }
  const bytes = ascii(text.value);
  const serial = serialOf(command);
  if (jimi) return ok(writeMessage(TRANSPARENT, to, [0xf0, ...bytes], serial));
  if (TEXT_MODELS.includes(model)) return ok(writeMessage(TEXT, to, [1, ...bytes], serial));
  return ok(writeMessage(PARAMETERS, to, [1, 0, 0, 0xf0, 0x30, bytes.length, ...bytes], serial));
}

function ascii(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}
