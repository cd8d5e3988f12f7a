import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProtocol, type DeviceRecord, type HttpProtocol, type StreamProtocol } from '@rastro/protocols';
import { toKmPerHour } from '@rastro/fleet';
import { IMEI, sampleReport, START } from '../../test/support.ts';
import { gl200Device } from './gl200.ts';
import { gps103Device } from './gps103.ts';
import { gt06Device } from './gt06.ts';
import { h02Device } from './h02.ts';
import { jt808Device } from './jt808.ts';
import type { DeviceLanguage } from './language.ts';
import { meitrackDevice } from './meitrack.ts';
import { osmandRequest, type OsmandForm } from './osmand.ts';
import type { Report } from './report.ts';
import { ruptelaDevice } from './ruptela.ts';
import { suntechDevice } from './suntech.ts';
import { teltonikaDevice, teltonikaUdpDevice } from './teltonika.ts';
import { wialonDevice } from './wialon.ts';

const device = { uniqueId: IMEI, model: null, timeZone: null, options: {} };
const PLACES = [
  { latitude: -23.55052, longitude: -46.633308 },
  { latitude: 2.81972, longitude: -60.67333 },
  { latitude: -33.8, longitude: 151.2 },
  { latitude: 52.5, longitude: 13.4 },
];

function streamOf({ protocol: name }: DeviceLanguage): StreamProtocol {
  const protocol = findProtocol(name);
  assert.ok(protocol?.kind === 'stream');
  return protocol;
}

/** Decodes a report as the server does. */
function understood(language: DeviceLanguage, report: Report, udp = false): DeviceRecord | undefined {
  const protocol = streamOf(language);
  const { bytes } = language.converse(IMEI).pack([report]);
  const decoded = protocol.decode(bytes, protocol.initialState(), { device, now: 0, udp });
  assert.ok(decoded.ok && decoded.value.intact);
  return decoded.value.records[0];
}

function receivedOverHttp(report: Report, form: OsmandForm): DeviceRecord | undefined {
  const osmand = findProtocol('osmand') as HttpProtocol;
  const { method, path, contentType, body } = osmandRequest(IMEI, report, form);
  const request = { method, target: path, contentType, body: Buffer.from(body ?? '') };
  assert.deepEqual(osmand.identify(request), [IMEI]);
  const decoded = osmand.decode(request, { device, now: 0, udp: false });
  assert.ok(decoded.ok);
  return decoded.value[0];
}

interface Wording {
  readonly receive: (report: Report) => DeviceRecord | undefined;
  /** Attributes of a driving vehicle besides its place; ignition and odometer if the language has them. */
  readonly attributes: Readonly<Record<string, unknown>>;
}
const USUAL = { ignition: true, odometer: 123_456 };
/** The language counts tenths of a kilometer. */
const COARSE = { ignition: true, odometer: 123_500 };

const DEVICES: Readonly<Record<string, Wording>> = {
  gt06: { receive: (report) => understood(gt06Device, report), attributes: USUAL },
  teltonika: { receive: (report) => understood(teltonikaDevice, report), attributes: USUAL },
  'teltonika over UDP': {
    receive: (report) => understood(teltonikaUdpDevice, report, true),
    attributes: USUAL,
  },
  'osmand query': { receive: (report) => receivedOverHttp(report, 'query'), attributes: USUAL },
  'osmand JSON': { receive: (report) => receivedOverHttp(report, 'json'), attributes: USUAL },
  suntech: {
    receive: (report) => understood(suntechDevice, report),
    attributes: { ...USUAL, power: 13.9, out1: false, status: 2 },
  },
  h02: { receive: (report) => understood(h02Device, report), attributes: USUAL },
  gl200: {
    receive: (report) => understood(gl200Device, report),
    attributes: { ...COARSE, power: 13.9, batteryLevel: 100, out1: false },
  },
  gps103: {
    receive: (report) => understood(gps103Device, report),
    attributes: { ignition: true, door: false },
  },
  jt808: {
    receive: (report) => understood(jt808Device, report),
    attributes: { ...COARSE, power: 13.9, blocked: false },
  },
  wialon: {
    receive: (report) => understood(wialonDevice, report),
    attributes: { ...USUAL, motion: true, batteryLevel: 100 },
  },
  meitrack: {
    receive: (report) => understood(meitrackDevice, report),
    attributes: { odometer: 123_456, input: 2, output: 0, power: 13.9 },
  },
  ruptela: {
    receive: (report) => understood(ruptelaDevice, report),
    attributes: { ...USUAL, motion: true, power: 13.9 },
  },
};

for (const [name, { receive, attributes: says }] of Object.entries(DEVICES)) {
  test(`[SIM-5] ${name}: the server understands what the device meant`, () => {
    for (const place of PLACES) {
      const report = sampleReport(place);
      const record = receive(report);
      assert.ok(record?.fix);
      const { fix, attributes } = record;
      assert.equal(fix.time, report.time);
      assert.equal(fix.valid, true);
      assert.ok(Math.abs(fix.latitude - report.latitude) < 1e-6);
      assert.ok(Math.abs(fix.longitude - report.longitude) < 1e-6);
      assert.ok(Math.abs(toKmPerHour(fix.speed) - report.speedKmh) < 0.1);
      assert.ok(Math.abs(fix.course - report.course) < 0.1);
      for (const [key, value] of Object.entries(says)) assert.equal(attributes[key], value, key);
    }
  });
}

/** Alarms that each language can express. */
const ALARMS: Readonly<Record<string, readonly NonNullable<Report['alarm']>[]>> = {
  gt06: ['sos', 'powerCut', 'overspeed', 'hardBraking'],
  teltonika: ['powerCut', 'hardBraking'],
  suntech: ['sos', 'powerCut', 'overspeed', 'hardBraking'],
  h02: ['sos', 'powerCut', 'overspeed'],
  gl200: ['sos', 'powerCut', 'overspeed', 'hardBraking'],
  gps103: ['sos', 'powerCut', 'overspeed'],
  jt808: ['sos', 'overspeed', 'hardBraking'],
  wialon: ['sos', 'powerCut', 'overspeed', 'hardBraking'],
  meitrack: ['sos', 'powerCut', 'overspeed', 'hardBraking'],
  ruptela: ['hardBraking'],
};

for (const [name, alarms] of Object.entries(ALARMS)) {
  test(`[SIM-5] ${name}: alarms and a lost fix arrive as such`, () => {
    const receive = DEVICES[name]?.receive;
    // Only a model gives the unplugging of this one its name.
    const named = name === 'teltonika' ? alarms.filter((alarm) => alarm !== 'powerCut') : alarms;
    for (const alarm of named) assert.equal(receive?.(sampleReport({ alarm }))?.attributes['alarm'], alarm);
    const lost = receive?.(sampleReport({ valid: false }));
    // These repeat their last place, with an accuracy of 0 or with no place at all.
    if (name === 'gl200') assert.equal(lost?.attributes['hdop'], 0);
    else if (name === 'ruptela') assert.equal(lost?.fix, null);
    else assert.equal(lost?.fix?.valid, false);
  });
}

test('[SIM-5] what waited goes out in batches where the language has them, in order', () => {
  const reports = [0, 1, 2].map((second) => sampleReport({ time: START + second * 1000 }));
  for (const language of [teltonikaDevice, wialonDevice, jt808Device, ruptelaDevice]) {
    const protocol = streamOf(language);
    const message = language.converse(IMEI).pack(reports);
    const decoded = protocol.decode(message.bytes, protocol.initialState(), { device, now: 0, udp: false });
    assert.ok(decoded.ok);
    assert.equal(message.reports, 3);
    assert.deepEqual(
      decoded.value.records.map(({ fix }) => fix?.time),
      reports.map(({ time }) => time),
    );
  }
});

test('[SIM-6] logins carry the identifier, and the answer is understood byte by byte', () => {
  for (const language of [gt06Device, teltonikaDevice, gps103Device, jt808Device, wialonDevice]) {
    const protocol = streamOf(language);
    const conversation = language.converse(IMEI);
    const login = conversation.login();
    assert.ok(login);
    assert.equal(protocol.identify(login, protocol.initialState(), false)[0], IMEI);
    const decoded = protocol.decode(login, protocol.initialState(), { device, now: 0, udp: false });
    assert.ok(decoded.ok && decoded.value.reply);
    const messages = [...decoded.value.reply].flatMap((byte) => conversation.receive(Uint8Array.of(byte)));
    assert.deepEqual(messages, [{ kind: 'accepted' }]);
  }
});
