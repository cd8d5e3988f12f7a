import { fail, ok, type Result } from '@rastro/base';
import { bytesOf } from '../ascii.ts';
import {
  controlCharacters,
  hostParameter,
  passwordField,
  textParameter,
  wholeParameter,
} from '../parameters.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '../protocol.ts';
import { writePacket } from './packet.ts';

const CONFIGURATION = 102;
const VERSION = 103;
const FIRMWARE = 104;
const CONNECTION = 105;
const ODOMETER = 106;
const SMS = 108;
const SET_IO = 117;
const FILE_REQUEST = 137;
const LONGEST = 1000;
const U32 = 0xffff_ffff;
/** From part 0 to the end of the newest photo. */
const WHOLE_PHOTO = [1, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff];

export const COMMANDS: readonly string[] = [
  'custom',
  'engineStop',
  'engineResume',
  'outputControl',
  'configuration',
  'getVersion',
  'firmwareUpdate',
  'setConnection',
  'setOdometer',
  'requestPhoto',
];

export function encode(command: OutgoingCommand, device: DeviceProfile): Result<Uint8Array, EncodeFailure> {
  switch (command.type) {
    case 'custom':
      return custom(command);
    case 'engineStop':
      return sms(command, device, 'immobilizer 10');
    case 'engineResume':
      return sms(command, device, 'resetimmob');
    case 'outputControl':
      return outputControl(command);
    case 'configuration':
      return withText(command, (text) => writePacket(CONFIGURATION, bytesOf(`${text}\r\n`)));
    case 'getVersion':
      return ok(writePacket(VERSION, []));
    case 'firmwareUpdate':
      return ok(writePacket(FIRMWARE, bytesOf('|FU_STRT*\r\n')));
    case 'setConnection':
      return connection(command);
    case 'setOdometer':
      return odometer(command);
    case 'requestPhoto':
      return ok(writePacket(FILE_REQUEST, WHOLE_PHOTO));
    default:
      return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  }
}

/** Default SMS password of units, unless the device has one. */
const PASSWORD = { longest: 32, delimiters: ' ,;', usual: 'pass' };

function sms(
  command: OutgoingCommand,
  device: DeviceProfile,
  words: string,
): Result<Uint8Array, EncodeFailure> {
  const password = passwordField(command, device, PASSWORD);
  return password.ok ? ok(writePacket(SMS, bytesOf(`${password.value} ${words}`))) : password;
}

function withText(
  command: OutgoingCommand,
  write: (text: string) => Uint8Array,
): Result<Uint8Array, EncodeFailure> {
  const text = textParameter(command, 'data', LONGEST);
  return text.ok ? ok(write(controlCharacters(text.value))) : text;
}

/** Pairs of hexadecimal digits are a complete frame; any other text is an SMS over the connection. */
const custom = (command: OutgoingCommand): Result<Uint8Array, EncodeFailure> =>
  withText(command, (text) =>
    /^(?:[0-9a-fA-F]{2})+$/.test(text)
      ? Uint8Array.from(Buffer.from(text, 'hex'))
      : writePacket(SMS, bytesOf(text)),
  );

const u32 = (value: number): readonly number[] => [
  value >>> 24,
  (value >>> 16) & 0xff,
  (value >>> 8) & 0xff,
  value & 0xff,
];

function outputControl(command: OutgoingCommand): Result<Uint8Array, EncodeFailure> {
  const index = wholeParameter(command, 'index', { least: 1, most: U32 });
  if (!index.ok) return index;
  const value = wholeParameter(command, 'data', { least: 0, most: U32 });
  return value.ok ? ok(writePacket(SET_IO, [...u32(index.value), ...u32(value.value)])) : value;
}

function connection(command: OutgoingCommand): Result<Uint8Array, EncodeFailure> {
  const server = hostParameter(command, 'server');
  if (!server.ok) return server;
  const port = wholeParameter(command, 'port', { least: 1, most: 65_535 });
  return port.ok ? ok(writePacket(CONNECTION, bytesOf(`${server.value},${port.value},TCP`))) : port;
}

function odometer(command: OutgoingCommand): Result<Uint8Array, EncodeFailure> {
  const value = wholeParameter(command, 'data', { least: 0, most: U32 });
  return value.ok ? ok(writePacket(ODOMETER, u32(value.value))) : value;
}
