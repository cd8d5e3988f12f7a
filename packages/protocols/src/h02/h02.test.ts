import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, fromText, joined, NOW, toHex } from '../../test/support.ts';
import { asText, attributesOf, near, onlyRecord, Talk } from '../../test/talk.ts';

const h02 = new Talk('h02');
const PLACE = '2333.0312,S,04637.9985,W,034.50,125';
const V1 = `*HQ,4109000001,V1,123045,A,${PLACE},140325,FFFFFBFF#`;
const SHORT = fromHex('24410900000112304514032523330312060463799852034125ffffffffffff00');
const LONG = joined([SHORT, fromHex('00112233445566778899aabbcc')]);

test('[H02-1] cuts text at #, binary at 32, 42 or 45 bytes, in any mixture', () => {
  const text = fromText(V1);
  const wide = fromHex(
    '248612345600000130123045140325024918335a0604040006005359fffffbffffff0000011234000000',
  );
  const ignored = joined([fromText('X'), new Uint8Array(31)]);
  const frames = [SHORT, text, wide, SHORT, SHORT, text, ignored, text];
  assert.deepEqual(h02.frames(joined(frames)), frames.map(toHex));
  assert.deepEqual(h02.frames(joined([text, fromText('\\r\\n'), SHORT])), [text, SHORT].map(toHex));
  assert.deepEqual(h02.frames(LONG, joined([LONG, text])), [LONG, LONG, text].map(toHex));
});

test('[H02-1] a long frame that arrives in pieces loses only its ignored tail', () => {
  const frames = h02.frames(LONG.subarray(0, 32), LONG.subarray(32), LONG);
  assert.deepEqual(frames, [SHORT, LONG].map(toHex));
});

test('[H02-2] a bit of 0 is the alarm, and only the first counts', () => {
  const alarm = (status: string): unknown => attributesOf(h02.text(V1.replace('FFFFFBFF', status)))['alarm'];
  assert.deepEqual(
    ['FFFFFFFE', 'FFFFFFFD', 'FFFBFFFF', 'FFFFFFFB', 'FFF7FFFF', '00000000', 'FFFFFFFF'].map(alarm),
    ['vibration', 'sos', 'sos', 'overspeed', 'powerCut', 'vibration', undefined],
  );
});

test('[H02-3] positions: battery before the date, no date, no course, SIM fields, no id', () => {
  const place = (rest: string) => onlyRecord(h02.text(`*HQ,4109000001,V6,${rest}#`));
  assert.equal(place(`123045,A,${PLACE},88,140325,FFFFFFFF`).deviceTime, Date.UTC(2025, 2, 14, 12, 30, 45));
  assert.deepEqual(
    [place(`123045,A,${PLACE},`).fix?.time, place(`123045,A,${PLACE},`).deviceTime],
    [NOW, null],
  );
  assert.equal(place('123045,,2333.0312,S,04637.9985,W,12.,,140325,FFFFFFFF').fix?.course, 0);
  assert.deepEqual(place(`123045,A,${PLACE},140325,1234567,8955,x`).attributes, {});
  const nameless = h02.text(`*HQ,V1,123045,A,${PLACE},140325,FFFFFFFF#`);
  assert.equal(nameless.reply, null);
  near(onlyRecord(nameless).fix?.latitude, -23.55052);
  assert.deepEqual(h02.ids(fromText('*HQ,V1,1#')), []);
});

test('[H02-3] coordinates with few degrees, with dashes and without a point', () => {
  const latitude = (text: string): number | undefined =>
    onlyRecord(h02.text(V1.replace('2333.0312,S', `${text},N`))).fix?.latitude;
  near(latitude('33.0312'), 0.55052);
  near(latitude('133.0312'), 1.55052);
  near(latitude('-23-33.0312'), 23.55052);
  near(latitude('23330312'), 23.55052);
  assert.equal(h02.failureCode(fromText(V1.replace('2333.0312', ''))), 'MALFORMED');
});

test('[PROTO-1] six fields behind the status are odometer and fuel only with a fraction in the fuel', () => {
  const extras = (fields: string) => attributesOf(h02.text(V1.replace('#', `,${fields}#`)));
  assert.equal(extras('123456,25,42.5,760,2F10,A1B2')['fuel'], 42.5);
  const plain = extras('460,11,10342,4283,5,80');
  assert.deepEqual([plain['odometer'], plain['io1'], plain['io6']], [undefined, '460', '80']);
});

test('[PROTO-2] h02: an answer without a position is a result all the same', () => {
  const record = onlyRecord(h02.text('*HQ,4109000001,V4,S20,ERROR,123045#'));
  assert.deepEqual([record.fix, record.attributes], [null, { result: 'S20,ERROR,123045' }]);
});

test('[H02-4] battery steps of the binary form, and its hemispheres', () => {
  const level = (byte: string): unknown => {
    const frame = fromHex(`24410900000112304514032523330312${byte}046379985e034125ffffffff000000`);
    const record = onlyRecord(h02.bytes(frame));
    assert.ok((record.fix?.latitude ?? 0) > 0 && (record.fix?.longitude ?? 0) > 0);
    return record.attributes['batteryLevel'];
  };
  assert.deepEqual(['00', '01', '03', '04', '06', '07', '64', 'f1', 'f6', 'ff'].map(level), [
    undefined,
    0,
    20,
    60,
    100,
    7,
    100,
    1,
    6,
    undefined,
  ]);
});

test('[H02-5] answers heartbeats and V1; others only with the option', () => {
  const reply = (text: string, options = {}): string => asText(h02.text(text, { options }).reply);
  assert.equal(reply('*HQ,4109000001,V0,88#'), '*HQ,4109000001,V0#');
  assert.equal(reply('*TH,4109000001,HTBT#'), '*TH,4109000001,HTBT#');
  assert.equal(reply(V1.replace('*HQ', '*TH')), '*HQ,4109000001,V4,V1,20250314123107#');
  assert.equal(reply(V1.replace('V1', 'V6')), '');
  assert.equal(reply(V1.replace('V1', 'V6'), { 'h02.ack': true }), '*HQ,4109000001,R12,123107#');
  assert.equal(
    asText(h02.bytes(SHORT, { options: { 'h02.ack': 'true' } }).reply),
    '*HQ,4109000001,R12,123107#',
  );
  assert.deepEqual(h02.text('*HQ,4109000001,V0,88#').records, []);
});

test('[H02-6] the towers of the last layout belong to the network of the device options', () => {
  const text = V1.replace('#', ',123456,25,42.5,760,2F10,A1B2#');
  const options = { 'geolocation.mcc': 724, 'geolocation.mnc': '5' };
  const [tower] = onlyRecord(h02.text(text, { options })).network?.cellTowers ?? [];
  assert.deepEqual([tower?.mobileCountryCode, tower?.mobileNetworkCode], [724, 5]);
});

test('[TIME-1] h02: the zone of the device shifts its times', () => {
  assert.equal(onlyRecord(h02.text(V1, { timeZone: 'GMT+8' })).deviceTime, Date.UTC(2025, 2, 14, 4, 30, 45));
});

test('[COORD-1] h02: a place that is not on Earth is dropped and acknowledged', () => {
  const decoded = h02.text(V1.replace('2333.0312', '9333.0312'));
  assert.deepEqual(decoded.records, []);
  assert.ok(decoded.reply);
});

test('[CMD-1] h02: commands carry the time of day of the last message', () => {
  const { state } = h02.text(V1);
  const command = (type: string, attributes = {}, options = {}): string =>
    h02.command(type, attributes, { state, options });
  assert.equal(command('engineStop'), '*HQ,4109000001,S20,123107,1,1#');
  assert.equal(command('engineResume'), '*HQ,4109000001,S20,123107,1,0#');
  assert.equal(command('alarmArm'), '*HQ,4109000001,SCF,123107,0,0#');
  assert.equal(command('alarmDisarm'), '*HQ,4109000001,SCF,123107,1,1#');
  assert.equal(command('positionPeriodic', { frequency: 10 }), '*HQ,4109000001,S71,123107,22,10#');
  assert.equal(
    command('positionPeriodic', { frequency: 10 }, { 'h02.alternative': true }),
    '*HQ,4109000001,D1,123107,10#',
  );
  assert.equal(command('custom', { data: '*HQ,1,R1#' }), '*HQ,1,R1#');
  assert.equal(command('setTimezone'), 'UNSUPPORTED_COMMAND');
});

test('[H02-7] a report without a fix and without a day is answered and gives no record', () => {
  // Field frame, defects.json (REFERENCE_DIR) no. 27.
  const empty =
    '*HQ,335358020068342,V1,000000,V,0.0000,0,0.0000,0,0.00,0.00,000000,ffffffff,000106,000002,000203,004c87,16#';
  const { records, reply } = h02.text(empty);
  assert.deepEqual([records, reply !== null], [[], true]);
  assert.equal(h02.text(empty.replace(',000000,ffff', ',140325,ffff')).records.length, 1);
  const nowhere = h02.text('*HQ,4109000001,V1,,V,,N,,E,000.00,000,,FFFFFBFF#');
  assert.deepEqual([nowhere.records, nowhere.reply !== null], [[], true]);
  const sos = onlyRecord(h02.text('*HQ,4109000001,V1,,V,,N,,E,000.00,000,,FFFFFBFD#'));
  assert.deepEqual([sos.fix, sos.attributes['alarm']], [null, 'sos']);
});

test('[H02-8] a wrong count of towers and an empty field do not lose a report', () => {
  const cells = '12048,41394,54,12048,41395,-40,12048,,31';
  const record = onlyRecord(h02.text(`*HQ,4109000001,NBR,123345,724,05,255,7,${cells},140325,FFFFFBFF#`));
  assert.deepEqual(
    record.network?.cellTowers?.map((tower) => [tower.cellId, tower.signalStrength]),
    [
      [41394, -54],
      [41395, -40],
    ],
  );
  assert.deepEqual(
    [record.deviceTime, record.attributes['ignition']],
    [Date.UTC(2025, 2, 14, 12, 33, 45), false],
  );
  const link = attributesOf(h02.text('*HQ,4109000001,LINK,123045,28,,85,,5,140325,FFFFFBFF#'));
  assert.deepEqual(
    [link['rssi'], link['sat'], link['batteryLevel'], link['turnovers']],
    [28, undefined, 85, 5],
  );
});
