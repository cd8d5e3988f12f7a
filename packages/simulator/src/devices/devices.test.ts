import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProtocol, type DeviceRecord, type HttpProtocol } from '@rastro/protocols';
import { toKmPerHour } from '@rastro/fleet';
import { IMEI, sampleReport } from '../../test/support.ts';
import { gt06Device } from './gt06.ts';
import type { DeviceLanguage } from './language.ts';
import { osmandRequest, type OsmandForm } from './osmand.ts';
import type { Report } from './report.ts';
import { teltonikaDevice, teltonikaUdpDevice } from './teltonika.ts';

const device = { uniqueId: IMEI, model: null, timeZone: null, options: {} };
const PLACES = [
  { latitude: -23.55052, longitude: -46.633308 },
  { latitude: 2.81972, longitude: -60.67333 },
  { latitude: -33.8, longitude: 151.2 },
  { latitude: 52.5, longitude: 13.4 },
];

/** What the server makes of a report. */
function understood(language: DeviceLanguage, report: Report, udp = false): DeviceRecord | undefined {
  const protocol = findProtocol(language.protocol);
  assert.ok(protocol?.kind === 'stream');
  const { bytes } = language.converse(IMEI).pack([report]);
  const decoded = protocol.decode(bytes, protocol.initialState(), { device, now: 0, udp });
  assert.ok(decoded.ok && decoded.value.intact);
  return decoded.value.records[0];
}

function heardOverHttp(report: Report, form: OsmandForm): DeviceRecord | undefined {
  const osmand = findProtocol('osmand') as HttpProtocol;
  const { method, path, contentType, body } = osmandRequest(IMEI, report, form);
  const request = { method, target: path, contentType, body: Buffer.from(body ?? '') };
  assert.deepEqual(osmand.identify(request), [IMEI]);
  const decoded = osmand.decode(request, { device, now: 0, udp: false });
  assert.ok(decoded.ok);
  return decoded.value[0];
}

const DEVICES: Readonly<Record<string, (report: Report) => DeviceRecord | undefined>> = {
  gt06: (report) => understood(gt06Device, report),
  teltonika: (report) => understood(teltonikaDevice, report),
  'teltonika over UDP': (report) => understood(teltonikaUdpDevice, report, true),
  'osmand query': (report) => heardOverHttp(report, 'query'),
  'osmand JSON': (report) => heardOverHttp(report, 'json'),
};

for (const [name, hear] of Object.entries(DEVICES)) {
  test(`[SIM-5] ${name}: the server understands what the device meant`, () => {
    for (const place of PLACES) {
      const report = sampleReport(place);
      const record = hear(report);
      assert.ok(record?.fix);
      const { fix, attributes } = record;
      assert.equal(fix.time, report.time);
      assert.equal(fix.valid, true);
      assert.ok(Math.abs(fix.latitude - report.latitude) < 1e-6);
      assert.ok(Math.abs(fix.longitude - report.longitude) < 1e-6);
      assert.ok(Math.abs(toKmPerHour(fix.speed) - report.speedKmh) < 0.1);
      assert.ok(Math.abs(fix.course - report.course) < 0.1);
      assert.equal(attributes['ignition'], true);
      assert.equal(attributes['odometer'], report.odometerM);
    }
  });
}

test('[SIM-5] alarms and a lost fix arrive as such', () => {
  for (const alarm of ['powerCut', 'hardBraking'] as const) {
    assert.equal(DEVICES['gt06']?.(sampleReport({ alarm }))?.attributes['alarm'], alarm);
  }
  assert.equal(
    DEVICES['teltonika']?.(sampleReport({ alarm: 'hardBraking' }))?.attributes['alarm'],
    'hardBraking',
  );
  for (const hear of [DEVICES['gt06'], DEVICES['teltonika'], DEVICES['osmand query']]) {
    assert.equal(hear?.(sampleReport({ valid: false }))?.fix?.valid, false);
  }
});

test('[SIM-6] logins carry the identifier, and the answer is understood byte by byte', () => {
  for (const language of [gt06Device, teltonikaDevice]) {
    const protocol = findProtocol(language.protocol);
    assert.ok(protocol?.kind === 'stream');
    const conversation = language.converse(IMEI);
    const login = conversation.login();
    assert.ok(login);
    assert.deepEqual(protocol.identify(login, protocol.initialState(), false), [IMEI]);
    const decoded = protocol.decode(login, protocol.initialState(), { device, now: 0, udp: false });
    assert.ok(decoded.ok && decoded.value.reply);
    const heard = [...decoded.value.reply].flatMap((byte) => conversation.hear(Uint8Array.of(byte)));
    assert.deepEqual(heard, [{ kind: 'accepted' }]);
  }
});
