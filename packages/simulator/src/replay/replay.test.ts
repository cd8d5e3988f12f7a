import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { OWN_TRACKS, recordingFile } from '../../../../tools/reference.ts';
import { HASTY } from '../../test/support.ts';
import { httpServer, tcpServer, type Received } from '../../test/test-server.ts';
import { madeUpImei } from '../demo/identity.ts';
import { readTrace, withMotion, type TracePoint } from './read-trace.ts';
import { replay, type Replay } from './replay.ts';

/** On a busy machine an answer may take longer than HASTY waits; the report would be sent, and counted, twice. */
const PATIENT = { ...HASTY, ackMs: 10_000 };
const T0 = Date.UTC(2026, 0, 5, 8);
const point = (vehicle: string, second: number, metresNorth: number) => ({
  vehicle,
  time: T0 + second * 1000,
  latitude: 41.15 + metresNorth / 111_320,
  longitude: -8.6,
  speedKmh: null,
  course: null,
  altitude: null,
});

const ids = new Map<string, string>();
const uniqueIdOf = (vehicle: string): string => {
  const id = ids.get(vehicle) ?? madeUpImei(5000 + ids.size);
  ids.set(vehicle, id);
  return id;
};
const settings = (points: readonly TracePoint[], port: number, part: Partial<Replay> = {}): Replay => ({
  points,
  address: { host: '127.0.0.1', port },
  channel: 'teltonika',
  speedUp: 1000,
  times: 'recorded',
  uniqueIdOf,
  clock: systemClock,
  timing: HASTY,
  ...part,
});
const placesOf = (received: readonly Received[], vehicle: string): readonly string[] =>
  received
    .filter(({ uniqueId }) => uniqueId === uniqueIdOf(vehicle))
    .flatMap(({ records }) => records.flatMap(({ fix }) => (fix ? [key(fix.time, fix)] : [])));
const key = (time: number, { latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${time} ${latitude.toFixed(5)} ${longitude.toFixed(5)}`;
/** First drives of the recording, each as a vehicle of its own: a point every 5 s, to the digits that all protocols carry. */
async function readDrives(count: number): Promise<readonly TracePoint[]> {
  const all = await readTrace(recordingFile(OWN_TRACKS));
  let drive = 0;
  const drives = all.map((one, at) => {
    if (one.time - (all[at - 1]?.time ?? one.time) > BETWEEN_DRIVES_MS) drive++;
    const [latitude, longitude] = [one.latitude, one.longitude].map((degrees) => Number(degrees.toFixed(5)));
    return { ...one, latitude: latitude ?? 0, longitude: longitude ?? 0, vehicle: `drive ${drive}` };
  });
  return drives.filter(({ vehicle, time }) => Number(vehicle.slice(6)) < count && time % 5000 === 0);
}
const BETWEEN_DRIVES_MS = 100_000;
const signal = (): AbortSignal => AbortSignal.timeout(20_000);

test('[SIM-14] computes the speed and course that a recording lacks', () => {
  const [first, second, standing] = withMotion([point('a', 0, 0), point('a', 10, 100), point('a', 20, 100)]);
  assert.deepEqual([first?.speedKmh, first?.course], [0, 0]);
  assert.ok(Math.abs((second?.speedKmh ?? 0) - 36) < 0.2);
  assert.equal(second?.course, 0);
  assert.deepEqual([standing?.speedKmh, standing?.course], [0, 0]);
  const [, south] = withMotion([point('a', 0, 0), point('a', 10, -100)]);
  assert.equal(south?.course, 180);
});

for (const channel of ['teltonika', 'gt06', 'osmand'] as const) {
  test(`[SIM-15] ${channel}: plays a real recording point for point, with its times`, async (t) => {
    const points = await readDrives(4);
    const server = await (channel === 'osmand' ? httpServer(t) : tcpServer(t, channel));
    const outcome = await replay(
      settings(points, server.port, { channel, speedUp: 1e6, timing: PATIENT }),
      signal(),
    );
    assert.deepEqual(outcome, { vehicles: 4, sent: points.length, acknowledged: points.length });
    for (const drive of new Set(points.map(({ vehicle }) => vehicle))) {
      const expected = points.filter(({ vehicle }) => vehicle === drive).map((one) => key(one.time, one));
      assert.deepEqual(placesOf(server.received, drive), expected);
    }
  });
}

test('[SIM-15] keeps the recorded order where the clock of the recording jumps back', async (t) => {
  const points = withMotion([
    point('back', 0, 0),
    point('back', 30, 10),
    point('back', 20, 20),
    point('back', 40, 30),
  ]);
  const server = await tcpServer(t, 'teltonika');
  await replay(settings(points, server.port), signal());
  assert.deepEqual(
    placesOf(server.received, 'back'),
    points.map((one) => key(one.time, one)),
  );
});

test('[SIM-16] plays as fast as told', async (t) => {
  const points = withMotion([point('pace', 0, 0), point('pace', 100, 10), point('pace', 200, 20)]);
  const server = await tcpServer(t, 'teltonika');
  const startedAt = performance.now();
  await replay(settings(points, server.port, { speedUp: 1000 }), signal());
  const elapsedMs = performance.now() - startedAt;
  assert.ok(elapsedMs >= 195 && elapsedMs < 1500, `${elapsedMs} ms`);
});

test('[SIM-16] can shift a recording so that it ends now', async (t) => {
  const points = withMotion([point('shift', 0, 0), point('shift', 60, 10)]);
  const server = await tcpServer(t, 'teltonika');
  await replay(settings(points, server.port, { times: 'now' }), signal());
  const times = server.received.flatMap(({ records }) => records.map(({ fix }) => fix?.time ?? 0));
  assert.equal((times[1] ?? 0) - (times[0] ?? 0), 60_000);
  assert.ok(Math.abs((times[1] ?? 0) - Date.now()) < 3000);
});
