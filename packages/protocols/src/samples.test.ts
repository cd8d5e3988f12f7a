import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  context,
  framesOf,
  joined,
  NOW,
  payloadOf,
  samplesOf,
  toHex,
  type Sample,
  type SamplePosition,
} from '../test/support.ts';
import { findProtocol, PROTOCOLS } from './catalogue.ts';
import type { DeviceRecord, HttpProtocol, HttpRequest, StreamProtocol } from './protocol.ts';

const stream = (name: string): StreamProtocol => {
  const protocol = findProtocol(name);
  assert.ok(protocol?.kind === 'stream');
  return protocol;
};

/** The samples of lines are written without their end; these protocols end a line with CR LF. */
const ENDS: Readonly<Record<string, string>> = { wialon: '\r\n' };

/** The page announces 32 bytes and the sample has 34. */
const UNFRAMED: ReadonlySet<string> = new Set(['binary-32']);

/** Samples for which the reference suggests a better value. */
const BETTER: Readonly<Record<string, (was: SamplePosition) => Partial<SamplePosition>>> = {
  'zip-status': (was) => ({ speed: 34.69, attributes: { ...was.attributes, sat: 9 } }),
  d2: (was) => ({ attributes: { ...was.attributes, alarm: 'sos' } }),
  d82: () => ({ attributes: { result: 'D82,OK' } }),
  nofix: (was) => (was.noLocation ? {} : { deviceTime: '2025-03-14T12:32:46Z' }),
};

describe('sample frames', () => {
  for (const { name, kind } of PROTOCOLS) {
    if (kind !== 'stream') continue;
    const protocol = stream(name);
    const up = samplesOf(name).filter(({ direction }) => direction === 'up');
    let session = protocol.initialState();
    for (const sample of up) {
      test(`[SAMPLE-1] ${name}: decodes ${sample.name}`, () => {
        const before = sample.isolated || sample.udp ? protocol.initialState() : session;
        const after = checkStreamSample(protocol, sample, before);
        if (!sample.isolated && !sample.udp) session = after;
      });
    }
    const frames = up.filter((sample) => !sample.udp && !UNFRAMED.has(sample.name)).map(wireOf);
    const expected = frames.map(toHex);
    test(`[FRAME-1] ${name}: gives the same frames glued, byte by byte and split anywhere`, () => {
      const glued = joined(frames);
      assert.deepEqual(framesOf(protocol.createFramer(), [glued]), expected);
      const bytes = Array.from(glued, (byte) => Uint8Array.of(byte));
      assert.deepEqual(framesOf(protocol.createFramer(), bytes), expected);
      for (let at = 1; at < glued.length; at++) {
        const halves = [glued.subarray(0, at), glued.subarray(at)];
        assert.deepEqual(framesOf(protocol.createFramer(), halves), expected, `split at ${at}`);
      }
    });
  }

  for (const { name, kind } of PROTOCOLS) {
    if (kind !== 'stream') continue;
    test(`[PROTO-6] ${name}: leaves the buffers of a socket as they were`, () => {
      const protocol = stream(name);
      for (const sample of samplesOf(name)) {
        const buffer = Buffer.concat([payloadOf(sample)]);
        const before = buffer.toString('hex');
        const once = protocol.decode(buffer, protocol.initialState(), context({ model: sample.model }));
        assert.equal(buffer.toString('hex'), before, sample.name);
        assert.deepEqual(
          protocol.decode(buffer, protocol.initialState(), context({ model: sample.model })),
          once,
        );
      }
    });
  }

  const osmand = findProtocol('osmand') as HttpProtocol;
  for (const sample of samplesOf('osmand')) {
    test(`[SAMPLE-1] osmand: decodes ${sample.name}`, () => {
      const request = requestOf(sample);
      assert.deepEqual(osmand.identify(request), ['850007']);
      const decoded = osmand.decode(request, context());
      assert.ok(decoded.ok);
      checkRecords(decoded.value, sample.positions);
      assert.equal(sample.reply, '200 OK, empty body');
      assert.deepEqual(osmand.accept(null), { status: 200, body: '' });
    });
  }
});

function checkStreamSample(protocol: StreamProtocol, sample: Sample, state: unknown): unknown {
  const frame = payloadOf(sample);
  const device = { model: sample.model, options: sample.config ?? {} };
  const decoded = protocol.decode(frame, state, context(device, sample.udp));
  assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
  checkRecords(decoded.value.records, corrected(sample));
  assert.equal(decoded.value.intact, true);
  checkReply(decoded.value.reply, sample);
  return decoded.value.state;
}

function checkReply(reply: Uint8Array | null, { name, kind, reply: wanted }: Sample): void {
  if (name === 'time-8a') return assert.equal(toHex(reply)?.slice(0, 24), '78780b8a19030e0c1f070000');
  if (kind === 'hex' && !wanted?.startsWith('@')) return assert.equal(toHex(reply), wanted);
  const text = reply && Buffer.from(reply).toString('latin1').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  const clock = new Date(NOW).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  assert.equal(text, wanted?.replace(/<server UTC.*>/, clock) ?? null);
}

function wireOf(sample: Sample): Uint8Array {
  return joined([payloadOf(sample), Buffer.from(ENDS[sample.protocol] ?? '')]);
}

function corrected({ name, positions }: Sample): readonly SamplePosition[] {
  const better = BETTER[name];
  return better ? positions.map((position) => ({ ...position, ...better(position) })) : positions;
}

function requestOf({ kind, payload }: Sample): HttpRequest {
  return kind === 'get'
    ? { method: 'GET', target: payload, contentType: null, body: new Uint8Array(0) }
    : { method: 'POST', target: '/', contentType: 'application/json', body: Buffer.from(payload) };
}

function checkRecords(records: readonly DeviceRecord[], expected: readonly SamplePosition[]): void {
  assert.equal(records.length, expected.length);
  for (const [index, wanted] of expected.entries()) {
    const record = records[index];
    assert.ok(record);
    checkAttributes(record, wanted.attributes);
    assert.deepEqual(networkOf(record), {
      cells: wanted.network?.cells ?? [],
      wifi: wanted.network?.wifi ?? [],
    });
    assert.equal(record.deviceTime, wanted.deviceTime === null ? null : Date.parse(wanted.deviceTime));
    if (wanted.noLocation) assert.equal(record.fix, null);
    else checkFix(record, wanted);
  }
}

function checkFix({ fix }: DeviceRecord, wanted: SamplePosition): void {
  assert.ok(fix);
  assert.equal(fix.time, Date.parse(wanted.fixTime ?? ''));
  assert.equal(fix.valid, wanted.valid);
  near(fix.latitude, wanted.latitude, 1e-5);
  near(fix.longitude, wanted.longitude, 1e-5);
  near(fix.altitude, wanted.altitude, 0.01);
  near(fix.speed, wanted.speed, 0.01);
  near(fix.course, wanted.course, 0.01);
  near(fix.accuracy, wanted.accuracy ?? 0, 0.01);
}

function near(got: number, wanted: number | undefined, tolerance: number): void {
  assert.ok(wanted !== undefined && Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);
}

/** The reference names an alarm as often as the frame does; ours once, so alarms compare as a set. */
function checkAttributes({ attributes }: DeviceRecord, wanted: Readonly<Record<string, unknown>>): void {
  const asSet = (value: unknown): unknown =>
    typeof value === 'string' ? [...new Set(value.split(','))].toSorted().join(',') : value;
  const { alarm, ...rest } = attributes;
  const { alarm: wantedAlarm, ...wantedRest } = wanted;
  assert.equal(asSet(alarm), asSet(wantedAlarm));
  assert.deepEqual(rest, wantedRest);
}

function networkOf({ network }: DeviceRecord): unknown {
  const cells = (network?.cellTowers ?? []).map((tower) => [
    tower.mobileCountryCode,
    tower.mobileNetworkCode,
    tower.locationAreaCode,
    tower.cellId,
    tower.signalStrength ?? null,
  ]);
  const wifi = (network?.wifiAccessPoints ?? []).map((point) => [
    point.macAddress,
    point.signalStrength ?? null,
  ]);
  return { cells, wifi };
}
