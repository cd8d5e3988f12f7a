import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALONE, DAY_MS, systemClock } from '@rastro/base';
import { nextTurn } from '@rastro/base/host';
import { DEFAULT_TRIP_PARAMETERS, NO_TOTALS } from '@rastro/fleet';
import { DEFAULT_TRIP_SETTINGS } from '@rastro/fleet/trips';
import { joinedParts } from '../files/joined-parts.ts';
import type { ReportDevice } from '../request/report-device.ts';
import type { ReportJob, ThreadJob } from '../request/report-job.ts';
import type { ReportFor } from './report-pool.ts';
import { ReportService } from './report-service.ts';

const EVENT = { kind: 'braking', from: 1, to: 1 } as const;
const device = (id: number): ReportDevice => ({
  id,
  name: `Vehicle ${id}`,
  groupId: 0,
  trip: DEFAULT_TRIP_PARAMETERS,
  tripDevice: {
    id,
    settings: DEFAULT_TRIP_SETTINGS,
    gauge: null,
    limits: { deviceKmh: null, fencesKmh: {}, prefersLowest: false },
    dwellMs: {},
  },
  fuelCapacity: 0,
  fuelPrice: null,
  scoring: '',
  ignoreOdometer: false,
});
const job = (devices: readonly ReportDevice[]): ReportJob => ({
  type: 'inactive',
  period: { from: 0, to: 1 },
  compared: null,
  devices,
  daily: null,
  hours: null,
  driver: null,
  by: 'device',
  isSummed: false,
  eventTypes: [],
  alarms: [],
  geofenceIds: [],
  seesGeofences: null,
  seesMaintenances: null,
  driverNames: {},
  geofenceNames: {},
  groupNames: {},
  verdicts: Object.fromEntries(devices.filter(({ id }) => id % 3 > 0).map(({ id }) => [id, 'online'])),
  withdrawn: Object.fromEntries(devices.filter(({ id }) => id % 2 > 0).map(({ id }) => [id, [EVENT]])),
  waiting: { alarms: null, services: null },
  page: null,
  output: 'json',
  print: { form: 'table', brand: 'Brand', colour: '#1f3a5f', logo: null, madeAt: 0 },
  reader: {
    language: 'en',
    zone: 'UTC',
    hour12: false,
    speedUnit: 'kmh',
    distanceUnit: 'km',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  },
});

test('[REPORT-21] a turn of a thread gets what is known of its own vehicles, and of no other', async () => {
  const turns: ReportJob[] = [];
  const service = new ReportService(
    {
      size: 2,
      async *make(turn: ThreadJob) {
        if (turn.type !== 'track') turns.push(turn);
        yield ',{}';
      },
    },
    { clock: systemClock, limits: ALONE },
  );
  const whole = job(Array.from({ length: 400 }, (_, i) => device(i + 1)));
  const wanted = { userId: 1, signal: new AbortController().signal };
  let answer = '';
  for await (const piece of service.json(whole, wanted)) answer += String(piece);
  assert.ok(turns.length > 5);
  assert.deepEqual(
    JSON.parse(answer),
    turns.map(() => ({})),
  );
  for (const { devices, verdicts, withdrawn } of turns) {
    const ids = new Set(devices.map(({ id }) => id));
    for (const id of [...Object.keys(verdicts), ...Object.keys(withdrawn)]) assert.ok(ids.has(Number(id)));
  }
  const all = (of: (turn: ReportJob) => object): object => Object.assign({}, ...turns.map(of));
  assert.deepEqual(
    turns.flatMap(({ devices }) => devices),
    whole.devices,
  );
  assert.deepEqual(
    all(({ verdicts }) => verdicts),
    whole.verdicts,
  );
  assert.deepEqual(
    all(({ withdrawn }) => withdrawn),
    whole.withdrawn,
  );
});

test('[REPORT-78] the same vehicles are read in the same lane, as many lanes as there are threads', async () => {
  const lanes: (readonly [number, number | undefined])[] = [];
  const service = new ReportService(
    {
      size: 2,
      async *make(turn: ThreadJob, { lane }: ReportFor) {
        if (turn.type !== 'track') lanes.push([turn.devices[0]?.id ?? 0, lane]);
        // The first takes longest: lanes stay what they are.
        await nextTurn();
        yield ',{}';
      },
    },
    { clock: systemClock, limits: ALONE },
  );
  const whole = job(Array.from({ length: 300 }, (_, i) => device(i + 1)));
  const wanted = { userId: 1, signal: new AbortController().signal };
  const read = async () => {
    lanes.length = 0;
    for await (const _ of service.json(whole, wanted));
    return [...lanes].sort(([a], [b]) => a - b);
  };
  const first = await read();
  assert.ok(first.length > 3);
  assert.deepEqual(
    first.map(([, lane]) => lane),
    first.map((_, i) => i % 2),
  );
  assert.deepEqual(await read(), first);
});

test('[REPORT-79] a turn is about as many days of vehicles, and about four vehicles at least', async () => {
  const sizes = async (days: number): Promise<readonly number[]> => {
    const found: number[] = [];
    const make = async function* (turn: ThreadJob) {
      if (turn.type !== 'track') found.push(turn.devices.length);
      yield ',{}';
    };
    const service = new ReportService({ size: 1, make }, { clock: systemClock, limits: ALONE });
    const whole = {
      ...job(Array.from({ length: 65 }, (_, i) => device(i + 1))),
      period: { from: 0, to: days * DAY_MS },
    };
    for await (const _ of service.json(whole, { userId: 1, signal: new AbortController().signal }));
    return found;
  };
  assert.deepEqual(await sizes(1), [64, 1]);
  assert.deepEqual(await sizes(2), [32, 32, 1]);
  assert.deepEqual((await sizes(365)).slice(0, 3), [4, 4, 4]);
});

test('[REPORT-80] many lines of drivers are put together by a thread, a few at once, and the answer is the same', async () => {
  const joining: ReportJob[] = [];
  const linesOf = (turn: ReportJob, each: number): string =>
    JSON.stringify(
      turn.devices.flatMap(({ id }) =>
        Array.from({ length: each }, (_, i) => {
          const of = String((id + i) % 40).padStart(3, '0');
          return { ...NO_TOTALS, driverUniqueId: of, driverName: `Driver ${of}`, distance: 1000 * id + i };
        }),
      ),
    );
  const answerOf = async (
    each: number,
    page: ReportJob['page'],
  ): Promise<readonly { distance: number }[]> => {
    const service = new ReportService(
      {
        size: 2,
        async *make(turn: ThreadJob) {
          if (turn.type === 'track') return;
          if (turn.parts === undefined) yield linesOf(turn, each);
          else {
            joining.push(turn);
            yield* joinedParts(turn, turn.parts);
          }
        },
      },
      { clock: systemClock, limits: ALONE },
    );
    const whole: ReportJob = { ...job(Array.from({ length: 600 }, (_, i) => device(i + 1))), type: 'totals' };
    const wanted = { userId: 1, signal: new AbortController().signal };
    let answer = '';
    for await (const piece of service.json({ ...whole, by: 'driver', page }, wanted)) answer += String(piece);
    return JSON.parse(answer);
  };
  const sumOf = (lines: readonly { distance: number }[]): number =>
    lines.reduce((sum, { distance }) => sum + distance, 0);
  const many = await answerOf(3, null);
  assert.equal(many.length, 40);
  assert.equal(sumOf(many), 3 * 1000 * 300 * 601 + 600 * 3);
  assert.deepEqual(
    joining.map(({ devices, parts, verdicts }) => [devices.length, parts?.length, verdicts]),
    [[0, 2, {}]],
  );
  assert.deepEqual(await answerOf(3, { offset: 10, limit: 5 }), many.slice(10, 15));
  joining.length = 0;
  assert.deepEqual(await answerOf(0, null), []);
  assert.deepEqual(joining, [], 'nothing is worth a thread');
});
