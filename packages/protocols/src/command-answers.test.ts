import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attributes } from '@rastro/fleet';
import { fromHex, fromText, gt06Frame, profile, teltonikaPacket } from '../test/support.ts';
import { findProtocol } from './catalogue.ts';
import { writeMessage } from './jt808/message.ts';
import { serialOf } from './jt808/answer.ts';
import { writeFrame } from './meitrack/frame.ts';
import type { CommandAnswer, OutgoingCommand, StreamProtocol } from './protocol.ts';
import { writePacket } from './ruptela/packet.ts';

function stream(name: string): StreamProtocol {
  const protocol = findProtocol(name);
  assert.ok(protocol?.kind === 'stream');
  return protocol;
}
const order = (type: string, serial: number, attributes: Attributes = {}): OutgoingCommand => ({
  type,
  serial,
  attributes,
});
const custom = (serial: number, data: string): OutgoingCommand => order('custom', serial, { data });
const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const u32 = (value: number): string => value.toString(16).padStart(8, '0');

const LOCK = order('engineStop', 71);
const UNLOCK = order('engineResume', 72);

/** Returns which of some commands a frame answers, by index; '!' = rejected; null = it is no answer at all. */
function answered(name: string, frame: Uint8Array, commands: readonly OutgoingCommand[]): string | null {
  const protocol = stream(name);
  const answer = protocol.answerOf(frame, false);
  return answer && answersOf(protocol, answer, commands);
}
const answersOf = (
  protocol: StreamProtocol,
  answer: CommandAnswer,
  commands: readonly OutgoingCommand[],
): string =>
  commands.flatMap((command, at) => (protocol.isAnswerTo(answer, command) ? [at] : [])).join(',') +
  (answer.isRejected ? '!' : '');

/** Sends a command to a unit, so that the answer can repeat what it received. */
function sent(name: string, command: OutgoingCommand): Buffer {
  const encoded = stream(name).encode(command, profile(), null);
  assert.ok(encoded.ok);
  return Buffer.from(encoded.value);
}

test('[CMD-39] teltonika: by order and words; only answers are answers', () => {
  const packet = (type: string, text: string): Uint8Array =>
    teltonikaPacket(`0c01${type}${u32(text.length)}${hex(text)}01`);
  const both = [LOCK, order('getVersion', 2)];
  assert.equal(answered('teltonika', packet('06', 'DOUT1:1 Timeout:INFINITY'), both), '0');
  assert.equal(answered('teltonika', packet('06', 'Ver:03.27.07'), both), '1');
  assert.equal(answered('teltonika', packet('06', 'Unknown command'), both), '0,1!');
  assert.equal(answered('teltonika', packet('05', 'a line from a reader'), both), null);
});

test('[CMD-39] gt06: by the server flag, in both frames; "Fail!" is a refusal', () => {
  const flag = sent('gt06', UNLOCK).toString('hex', 5, 9);
  const short = (text: string, at = flag): Uint8Array =>
    gt06Frame(0x15, `${(text.length + 4).toString(16).padStart(2, '0')}${at}${hex(text)}`);
  const long = (text: string): Uint8Array => gt06Frame(0x21, `${flag}01${hex(text)}`, { extended: true });
  assert.equal(answered('gt06', short('RELAY:OFF'), [LOCK, UNLOCK]), '1');
  assert.equal(answered('gt06', long('RELAY:OFF'), [LOCK, UNLOCK]), '1');
  assert.equal(answered('gt06', short('Cut off the fuel supply: Fail!'), [LOCK, UNLOCK]), '1!');
  assert.equal(answered('gt06', short('Cut off the fuel supply: Success!', '00000000'), [LOCK]), '0');
  assert.equal(answered('gt06', short('Battery low', '00000000'), [LOCK, custom(3, 'STATUS#')]), '');
  assert.equal(answered('gt06', short('whatever', '00001234'), [LOCK, UNLOCK]), '');
});

test('[CMD-39] h02: by the name of the command', () => {
  const answer = (text: string): Uint8Array => fromText(`*HQ,4109000001,V4,${text},20250314123445#`);
  const all = [LOCK, order('positionPeriodic', 3, { frequency: 60 }), custom(4, '*HQ,1,R1,130305#')];
  assert.equal(answered('h02', answer('S71,DONE'), all), '1');
  assert.equal(answered('h02', answer('S20,ERROR'), all), '0!');
  assert.equal(answered('h02', answer('R1'), all), '2');
  assert.equal(answered('h02', fromText('*HQ,4109000001,SMS,balance 5#'), all), null);
});

test('[CMD-39] suntech: by the words that it repeats', () => {
  const all = [LOCK, UNLOCK, custom(3, 'CMD;0907000001;03;10')];
  assert.equal(answered('suntech', fromText('ST300CMD;Res;907000001;1097;Disable1\\r'), all), '1');
  assert.equal(answered('suntech', fromText('RES;0907000001;04;01\\r'), all), '0');
  assert.equal(answered('suntech', fromText('RES;0907000001;03;10\\r'), all), '2');
  assert.equal(answered('suntech', fromText('ST300ALV;907000001\\r'), all), null);
});

test('[CMD-39] gl200: by name and serial number', () => {
  const [first, second] = [order('positionSingle', 5), order('rebootDevice', 6)];
  const serial = /,([0-9A-F]{4})\$$/.exec(sent('gl200', second).toString('latin1'))?.[1] ?? '';
  const ack = (word: string, number: string): Uint8Array =>
    fromText(`+ACK:${word},1A0800,861234560000013,,${number},20250314123046,11F4$`);
  assert.equal(answered('gl200', ack('GTRTO', serial), [first, second, LOCK]), '1');
  assert.equal(answered('gl200', ack('GTRTO', 'FFFF'), [first, second, LOCK]), '0,1');
  assert.equal(answered('gl200', ack('GTBSI', '0007'), [first, second, LOCK]), '');
  assert.equal(answered('gl200', ack('GTHBD', serial), [first]), null);
});

test('[CMD-39] gps103: by the letter of the command', () => {
  const report = (word: string): Uint8Array =>
    fromText(
      `imei:861234560000013,${word},250314093045,,F,123045.000,A,2333.0312,S,04637.9985,W,34.50,125.0;`,
    );
  assert.equal(answered('gps103', report('jt'), [UNLOCK, LOCK]), '1');
  assert.equal(answered('gps103', report('kt'), [UNLOCK, LOCK]), '0');
  assert.equal(answered('gps103', report('tracker'), [UNLOCK, LOCK]), null);
});

test('[CMD-39] jt808: by the serial number; every result but success is a refusal', () => {
  const to = { delimiter: 0x7e, version: null, idBytes: fromHex('013800000000') };
  const serial = serialOf(UNLOCK);
  const general = (result: number): Uint8Array =>
    writeMessage(0x0001, to, [serial >> 8, serial & 255, 0x81, 0x05, result]);
  assert.ok(sent('jt808', UNLOCK).includes(Buffer.from([serial >> 8, serial & 255])));
  assert.equal(answered('jt808', general(0), [LOCK, UNLOCK]), '1');
  assert.equal(answered('jt808', general(3), [LOCK, UNLOCK]), '1!');
  const text = writeMessage(0x6006, to, [0, ...Buffer.from('STATUS OK')]);
  assert.equal(answered('jt808', text, [LOCK, custom(9, 'STATUS#')]), '1');
});

test('[CMD-39] wialon: a message that names the command', () => {
  const all = [order('rebootDevice', 1), order('outputControl', 2, { index: 1, data: '1' })];
  assert.equal(answered('wialon', fromText('#M#reboot ok\\r\\n'), all), '0');
  assert.equal(answered('wialon', fromText('#M#L1=1 failed\\r\\n'), all), '1!');
  assert.equal(answered('wialon', fromText('#M#Cheguei ao cliente\\r\\n'), all), '');
});

test('[CMD-39] meitrack: by the name of the command', () => {
  const answer = (text: string): Uint8Array => writeFrame('A', `861234560000013,${text}`);
  const all = [LOCK, order('requestPhoto', 2)];
  assert.equal(answered('meitrack', answer('C01,OK'), all), '0');
  assert.equal(answered('meitrack', answer('C01,Error'), all), '0!');
  assert.equal(answered('meitrack', answer('D82,OK'), all), '');
});

test('[CMD-39] ruptela: by the kind of the command', () => {
  const answer = (number: number, text: string): Uint8Array => {
    const [, , ...rest] = writePacket(number, Buffer.from(text));
    const imei = fromHex('000310e5d2cb8f4d');
    return Uint8Array.from([0, imei.length + rest.length - 2, ...imei, ...rest]);
  };
  const all = [LOCK, order('getVersion', 2)];
  assert.equal(answered('ruptela', answer(7, 'immobilizer configuration ok'), all), '0');
  assert.equal(answered('ruptela', answer(7, 'immobilizer configuration failed'), all), '0!');
  assert.equal(answered('ruptela', answer(3, '00.02.34'), all), '1');
});
