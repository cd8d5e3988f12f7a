import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, joined, toHex } from '../../test/support.ts';
import { attributesOf, onlyRecord, Talk, type Setting } from '../../test/talk.ts';
import { crc16Kermit } from '../checksums.ts';

const ruptela = new Talk('ruptela');
const IMEI = '00030f49cc04600d';
const PLACE = 'e4345268 f1f679d0 1db0 30d4 09 0040 09';

function packet(command: number, payload: string): Uint8Array {
  const body = fromHex(IMEI + command.toString(16).padStart(2, '0') + payload);
  const sum = crc16Kermit(body, 0, body.length).toString(16).padStart(4, '0');
  return joined([fromHex(body.length.toString(16).padStart(4, '0')), body, fromHex(sum)]);
}
const resultOf = (command: number, payload: string, setting: Setting = {}) =>
  ruptela.bytes(packet(command, payload), setting);
/** Elements of a record by their size: id and value, in hexadecimal. */
const elements = (ones: string, twos = '', fours = '', eights = ''): string => {
  const groups = [ones, twos, fours, eights].map((group, at) => {
    const plain = group.replaceAll(' ', '');
    return (plain.length / 2 / (1 + 2 ** at)).toString(16).padStart(2, '0') + plain;
  });
  return `0001 67d42175 00 00 ${PLACE} 00 ${groups.join('')}`;
};
const values = (...groups: readonly [string, string?, string?, string?]) =>
  attributesOf(resultOf(1, elements(...groups)));

test('[RUP-1] packets are cut by their length and name their device', () => {
  const packets = [packet(16, ''), packet(1, elements('')), packet(15, '41')];
  assert.deepEqual(ruptela.frames(joined(packets)), packets.map(toHex));
  assert.deepEqual(ruptela.ids(packet(16, '')), ['861234560000013']);
  assert.equal(ruptela.failureCode(packet(1, '0001 67d4')), 'TRUNCATED');
});

test('[RUP-2] elements mean what their id says, scaled and signed', () => {
  const one = values(
    '0201 0d01 20f6 2740 5864 aa01'.replace('5864', '5801'),
    '5efde8 1703e8 4affce',
    'a3000003e8',
  );
  assert.deepEqual(one, {
    in1: 1,
    motion: true,
    deviceTemp: -10,
    engineLoad: 64,
    alarm: 'jamming',
    charge: true,
    rpm: 16_250,
    adc2: 1000,
    temp3: -5,
    odometer: 5000,
    event: 0,
    hdop: 0.9,
    sat: 9,
  });
  assert.deepEqual([values('0701')['io7'], values('', '', '', '09ffffffffffffffff')['io9']], [1, -1]);
});

test('[RUP-2] values of the bus that are not there are left out', () => {
  const one = values('27ff 5fff', '5effff cfffff', 'd0ffffffff');
  assert.deepEqual(
    [one['engineLoad'], one['obdSpeed'], one['rpm'], one['fuelLevel'], one['fuelUsed']],
    [undefined, undefined, undefined, undefined, undefined],
  );
});

test('[RUP-3] halves of texts are put together; a half alone stays an element', () => {
  assert.equal(
    values('', '', '', '9b4252313233343536 9c3738393030303031')['driverUniqueId'],
    'BR12345678900001',
  );
  assert.deepEqual(
    [
      values('', '', '', '7e0000000000000007')['io126'],
      values('', '', '', '7e0000000000000007')['driverUniqueId'],
    ],
    [7, undefined],
  );
});

test('[RUP-4] parts of an extended record become one; a new first part starts another', () => {
  const part = (number: string, io: string): string => `67d42175 00 ${number} 00 ${PLACE} 0199 ${io}`;
  const { records } = resultOf(
    68,
    `00 04 ${part('21', '01 0199 01 00 00 00')} ${part('22', '00 01 001d 31ec 00 00')} ${part('21', '00 00 00 00')} ${part('00', '01 019a 01 00 00 00')}`,
  );
  assert.deepEqual(
    records.map(({ attributes }) => attributes['power'] ?? attributes['alarm'] ?? null),
    [12.78, null, 'tow'],
  );
});

test('[RUP-4] parts may be counted from 0', () => {
  const part = (number: string, io: string): string => `67d42175 00 ${number} 00 ${PLACE} 0199 ${io}`;
  const { records } = resultOf(
    68,
    `00 05 ${part('20', '01 0199 01 00 00 00')} ${part('21', '00 01 001d 31ec 00 00')} ${part('22', '01 019a 01 00 00 00')} ${part('20', '00 00 00 00')} ${part('21', '00 01 001d 31ec 00 00')}`,
  );
  assert.deepEqual(
    records.map(({ attributes }) => [attributes['power'], attributes['alarm']]),
    [
      [12.78, 'tow'],
      [12.78, undefined],
    ],
  );
});

test('[RUP-5] answers to commands become results and are not answered', () => {
  assert.deepEqual(attributesOf(resultOf(17, '01')), { type: 17, result: '1' });
  assert.deepEqual(attributesOf(resultOf(3, '56312e30 0d0a')), { type: 3, result: 'V1.0' });
  assert.deepEqual([resultOf(3, '56').reply, resultOf(99, '56').records], [null, []]);
});

test('[RUP-6] a photo is asked for part by part', () => {
  const part = (current: string, bytes: string): string => `02 00 3132333435363738 0002 ${current} ${bytes}`;
  const first = resultOf(37, part('0000', 'ffd8'));
  assert.equal(
    toHex(first.reply),
    toHex(joined([fromHex('000d 89 02 00 3132333435363738 0001'), sumOf('89 02 00 3132333435363738 0001')])),
  );
  const second = resultOf(37, part('0001', 'ffd9'), { state: first.state });
  assert.equal(toHex(second.media?.bytes ?? null), 'ffd8ffd9');
  assert.equal(second.records.length, 1);
  assert.equal(resultOf(37, part('0001', 'ffd9')).media, null);
});
const sumOf = (body: string): Uint8Array => {
  const bytes = fromHex(body);
  return fromHex(crc16Kermit(bytes, 0, bytes.length).toString(16).padStart(4, '0'));
};

test('[CRC-2] ruptela: a wrong checksum is reported, not refused', () => {
  const bytes = packet(16, '');
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  assert.equal(ruptela.bytes(bytes).intact, false);
  assert.equal(onlyRecord(resultOf(1, elements(''))).fix?.altitude, 760);
});

test('[COORD-1] ruptela: a place that is not on Earth is dropped and acknowledged', () => {
  const decoded = resultOf(1, elements('').replace('f1f679d0', '7ff679d0'));
  assert.deepEqual([decoded.records.length, toHex(decoded.reply)], [0, '0002640113bc']);
});

test('[CMD-1] ruptela: commands have numbers of their own', () => {
  assert.equal(ruptela.commandHex('engineStop'), '00146c7061737320696d6d6f62696c697a6572203130bc22');
  assert.equal(ruptela.commandHex('engineResume'), '00106c70617373207265736574696d6d6f62ee1f');
  assert.ok(
    ruptela
      .commandHex('engineResume', {}, { options: { devicePassword: '1234' } })
      .startsWith('00106c31323334'),
  );
  assert.ok(ruptela.commandHex('outputControl', { index: 2, data: 1 }).startsWith('0009750000000200000001'));
  assert.ok(ruptela.commandHex('configuration', { data: 'x' }).startsWith('000466780d0a'));
  assert.ok(ruptela.commandHex('getVersion').startsWith('000167'));
  assert.ok(ruptela.commandHex('firmwareUpdate').startsWith('000c687c46555f535452542a0d0a'));
  assert.ok(
    ruptela.commandHex('setConnection', { server: 'a.b', port: 1 }).startsWith('000a69612e622c312c544350'),
  );
  assert.ok(ruptela.commandHex('setOdometer', { data: 256 }).startsWith('00056a00000100'));
  assert.ok(ruptela.commandHex('requestPhoto').startsWith('000b890100000000007fffffff'));
  assert.equal(ruptela.commandHex('custom', { data: '000167' }), '000167');
  assert.ok(ruptela.commandHex('custom', { data: 'hello' }).startsWith('00066c68656c6c6f'));
  assert.equal(ruptela.commandHex('alarmArm'), 'UNSUPPORTED_COMMAND');
});
