import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromText, joined, slowIbm, toHex } from '../../test/support.ts';
import { asText, attributesOf, near, onlyRecord, Talk } from '../../test/talk.ts';

const wialon = new Talk('wialon');
const SHORT = '140325;123045;2333.0312;S;04637.9985;W;64;125;760;9';
const summed = (body: string): string => body + slowIbm(fromText(body)).toString(16);
const reply = (text: string): string => asText(wialon.text(text).reply);

test('[IPS-1] lines end with CR LF or LF; a login or a datagram names the device', () => {
  const lines = ['#P#\\r\\n', '#L#1;NA\\n', `#SD#${SHORT}\\r\\n`].map(fromText);
  assert.deepEqual(wialon.frames(joined([fromText('\\r\\n'), ...lines])), lines.map(toHex));
  assert.deepEqual(wialon.ids(fromText('#L#unit 7;NA')), ['unit 7']);
  assert.deepEqual(wialon.ids(fromText('#L#2.0;unit7;NA;12')), ['unit7']);
  assert.deepEqual(wialon.ids(fromText(`2.0;unit7#SD#${SHORT}`), true), ['unit7']);
  assert.deepEqual(wialon.ids(fromText(`#SD#${SHORT}`)), []);
});

test('[IPS-2] a wrong checksum is reported; a login with one is refused as such', () => {
  assert.equal(wialon.text(`#SD#${summed(`${SHORT};`)}`).intact, true);
  assert.equal(wialon.text(`#SD#${SHORT};0001`).intact, false);
  assert.equal(reply('#L#2.0;1;NA;0001'), '#AL#10\r\n');
  assert.equal(wialon.text(`#B#${summed(`${SHORT}|${SHORT}|`)}`).intact, true);
  assert.equal(asText(wialon.protocol.reject(fromText('#L#1;NA'), null, false)), '#AL#0\r\n');
  assert.equal(wialon.protocol.reject(fromText('#P#'), null, false), null);
});

test('[IPS-3] a body that cannot be read or is not on Earth is answered with its code', () => {
  assert.equal(reply('#SD#1;2;3'), '#ASD#-1\r\n');
  assert.equal(reply(`#D#${SHORT.replace('2333', 'xx')}`), '#AD#-1\r\n');
  assert.equal(reply(`#SD#${SHORT.replace('2333', '9333')}`), '#ASD#10\r\n');
  assert.equal(reply(`#B#${summed(`${SHORT}|${SHORT}|${SHORT}|`)}`), '#AB#3\r\n');
  assert.equal(reply('#I#1;2'), '');
  assert.equal(wialon.failureCode(fromText('hello')), 'MALFORMED');
});

test('[IPS-4] parameters: numbers, booleans, text, towers, and the SOS button', () => {
  const data = wialon.text(
    `#D#${SHORT};1.1;3;1;NA;NA;a:3:x:y,B:1:true,temp:2:25.9,mcc:1:724,mnc:1:5,lac:1:1,cell_id:1:2,mcc1:1:724,mnc1:1:5,lac1:1:1,cell_id1:1:3,SOS:1:1,mcc3:1:1`,
  );
  assert.deepEqual(attributesOf(data), {
    a: 'x:y',
    b: true,
    deviceTemp: 25,
    cell_id: 2,
    cell_id1: 3,
    sos: 1,
    alarm: 'sos',
    mcc3: 1,
    hdop: 1.1,
    input: '3',
    output: '1',
    sat: 9,
  });
  assert.equal(onlyRecord(data).network?.cellTowers?.length, 2);
});

test('[PROTO-5] wialon: a speed without coordinates is an invalid location, nothing at all none', () => {
  const place = (fields: string) => onlyRecord(wialon.text(`#SD#140325;123045;${fields};9`)).fix;
  assert.equal(place('NA;NA;NA;NA;NA;NA;NA'), null);
  const nowhere = place('NA;NA;NA;NA;0.000;NA;NA');
  assert.deepEqual(
    [nowhere?.valid, nowhere?.latitude, nowhere?.longitude, nowhere?.time],
    [false, 0, 0, Date.UTC(2025, 2, 14, 12, 30, 45)],
  );
});

test('[IPS-5] messages of the driver lose a checksum that agrees, and keep other semicolons', () => {
  assert.equal(attributesOf(wialon.text('#M#a;b'))['result'], 'a;b');
  assert.equal(attributesOf(wialon.text(`#M#${summed('chegou;')}`))['result'], 'chegou');
  const utf8 = wialon.bytes(new TextEncoder().encode('#M#São Paulo\r\n'));
  assert.equal(attributesOf(utf8)['result'], 'São Paulo');
});

test('[TIME-1] wialon: the zone of the device shifts its times; fractions are dropped', () => {
  const record = onlyRecord(wialon.text(`#SD#${SHORT.replace('123045', '123045.5')}`, { timeZone: 'GMT-3' }));
  assert.equal(record.deviceTime, Date.UTC(2025, 2, 14, 15, 30, 45));
  near(record.fix?.longitude, -46.633308);
});

test('[CMD-1] wialon: commands are lines', () => {
  assert.equal(wialon.command('rebootDevice'), 'reboot\r\n');
  assert.equal(wialon.command('sendUssd', { phone: '*100#' }), 'USSD:*100#\r\n');
  assert.equal(wialon.command('deviceIdentification'), 'VER?\r\n');
  assert.equal(wialon.command('outputControl', { index: 2, data: '1' }), 'L2=1\r\n');
  assert.equal(wialon.command('custom', { data: '#M#hello' }), '#M#hello\r\n');
  assert.equal(wialon.command('engineStop'), 'UNSUPPORTED_COMMAND');
});
