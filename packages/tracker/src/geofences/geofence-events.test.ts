import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { knots } from '@rastro/fleet';
import {
  calendarOf,
  fence,
  NOW,
  openTestPipeline,
  record,
  type TestPipeline,
} from '../../test/open-test-pipeline.ts';
import type { PipelineOptions } from '../pipeline/options.ts';

let open: TestPipeline[] = [];
afterEach(async () => {
  for (const each of open) await each.close();
  open = [];
});
async function start(options: Partial<PipelineOptions> = {}): Promise<TestPipeline> {
  const pipeline = await openTestPipeline(options);
  open.push(pipeline);
  return pipeline;
}

/** Yard around (52, 13), depot around (52.1, 13), 1 km each. */
const YARD = 'CIRCLE (52 13, 1000)';
const DEPOT = 'CIRCLE (52.1 13, 1000)';
const IN_YARD = { latitude: 52 };
const IN_DEPOT = { latitude: 52.1 };
const OUTSIDE = { latitude: 52.5 };
const seen = ({ events }: ReturnType<TestPipeline['feed']>) =>
  events.filter(({ type }) => type.startsWith('geofence')).map(({ type, geofenceId }) => [type, geofenceId]);

test('[FENCE-8] positions, late ones too, know the geofences around them; null when there are none', async () => {
  const t = await start();
  const yard = await t.add('geofence', fence(YARD));
  const wide = await t.add('geofence', fence('POLYGON ((51 12, 51 14, 53 14, 53 12))'));
  const ids = (seconds: number, place: object) => t.feed([record(seconds, place)]).positions[0]?.geofenceIds;
  assert.deepEqual(ids(100, IN_YARD), [yard.id, wide.id]);
  assert.deepEqual(ids(50, { latitude: 60 }), null, 'late');
  assert.deepEqual(ids(60, IN_DEPOT), [wide.id], 'late');
  assert.deepEqual(ids(110, { latitude: 60 }), null);
});

test('[FENCE-9] exits come before enters; the first position enters every geofence around it', async () => {
  const t = await start();
  const yard = await t.add('geofence', fence(YARD));
  const near = await t.add('geofence', fence('CIRCLE (52 13, 5000)'));
  const depot = await t.add('geofence', fence(DEPOT));
  assert.deepEqual(seen(t.feed([record(0, IN_YARD)])), [
    ['geofenceEnter', yard.id],
    ['geofenceEnter', near.id],
  ]);
  assert.deepEqual(seen(t.feed([record(10, IN_YARD)])), []);
  const move = t.feed([record(20, IN_DEPOT)]);
  assert.deepEqual(seen(move), [
    ['geofenceExit', yard.id],
    ['geofenceExit', near.id],
    ['geofenceEnter', depot.id],
  ]);
  const first = move.events.find(({ type }) => type === 'geofenceExit');
  assert.deepEqual([first?.eventTime, first?.positionId], [NOW + 20_000, move.positions[0]?.id]);
  assert.deepEqual(seen(t.feed([record(5, OUTSIDE)])), [], 'late records raise nothing');
});

test('[FENCE-10] while its calendar is off, a geofence raises nothing, and membership goes on', async () => {
  const t = await start();
  const calendar = await t.directory.linked.calendar.create(calendarOf('1201', '1202'));
  const yard = await t.add('geofence', fence(YARD, {}, calendar.id));
  const enter = t.feed([record(0, IN_YARD)]);
  assert.deepEqual(seen(enter), []);
  assert.deepEqual(enter.positions[0]?.geofenceIds, [yard.id]);
  assert.deepEqual(seen(t.feed([record(70, OUTSIDE)])), [['geofenceExit', yard.id]]);
  assert.deepEqual(seen(t.feed([record(80, IN_YARD)])), [['geofenceEnter', yard.id]]);
  assert.deepEqual(seen(t.feed([record(120, OUTSIDE)])), [], 'the end is not included');
});

test('[FENCE-11] with dwell time, entered is who stayed that long, dated when it was that long', async () => {
  const t = await start();
  const yard = await t.add('geofence', fence(YARD, { dwellSeconds: 60 }));
  assert.deepEqual(seen(t.feed([record(0, IN_YARD)])), []);
  assert.deepEqual(seen(t.feed([record(59, OUTSIDE)])), [], 'left before entering: neither event');
  assert.deepEqual(seen(t.feed([record(100, IN_YARD), record(159, IN_YARD)])), []);
  const entered = t.feed([record(200, IN_YARD)]);
  assert.deepEqual(seen(entered), [['geofenceEnter', yard.id]]);
  assert.equal(entered.events[0]?.eventTime, NOW + 160_000);
  assert.deepEqual(seen(t.feed([record(210, IN_YARD)])), [], 'once');
  assert.deepEqual(seen(t.feed([record(220, OUTSIDE)])), [['geofenceExit', yard.id]]);
});

test('[FENCE-12] edits and links between two positions count with the next; what is gone ends without a word', async () => {
  const t = await start();
  const yard = await t.add('geofence', fence(YARD));
  t.feed([record(0, IN_YARD)]);
  await t.directory.linked.geofence.update({ ...yard, area: DEPOT });
  assert.deepEqual(seen(t.feed([record(10, IN_YARD)])), [['geofenceExit', yard.id]]);
  await t.directory.linked.geofence.update({ ...yard, area: YARD });
  assert.deepEqual(seen(t.feed([record(20, IN_YARD)])), [['geofenceEnter', yard.id]]);
  await t.unlink('geofence', yard.id);
  const unlinked = t.feed([record(30, IN_YARD)]);
  assert.deepEqual([seen(unlinked), unlinked.positions[0]?.geofenceIds], [[], null]);
  await t.linkTo('geofence', yard.id);
  assert.deepEqual(seen(t.feed([record(40, IN_YARD)])), [['geofenceEnter', yard.id]]);
  await t.directory.linked.geofence.remove(yard.id);
  assert.deepEqual(seen(t.feed([record(50, OUTSIDE)])), []);
});

test('[FENCE-17] whoever is inside when a geofence comes to apply leaves it with the first position outside', async () => {
  type Comes = (t: TestPipeline) => Promise<number>;
  const cases: Record<string, Comes> = {
    'made and linked': async (t) => (await t.add('geofence', fence(YARD))).id,
    edited: async (t) => {
      const depot = await t.add('geofence', fence(DEPOT));
      await t.directory.linked.geofence.update({ ...depot, area: YARD });
      return depot.id;
    },
    'linked to the group': async (t) => {
      const group = await t.directory.groups.create({ name: 'Top', groupId: 0, attributes: {} });
      await t.directory.devices.update({ ...t.van, groupId: group.id });
      const { id } = await t.directory.linked.geofence.create(fence(YARD));
      await t.linkTo('geofence', id, group.id, 'group');
      return id;
    },
    'device moved into the group': async (t) => {
      const group = await t.directory.groups.create({ name: 'Top', groupId: 0, attributes: {} });
      const { id } = await t.directory.linked.geofence.create(fence(YARD));
      await t.linkTo('geofence', id, group.id, 'group');
      await t.directory.devices.update({ ...t.van, groupId: group.id });
      return id;
    },
  };
  for (const [name, comes] of Object.entries(cases)) {
    const t = await start();
    t.feed([record(0, IN_YARD)]);
    const id = await comes(t);
    assert.deepEqual(seen(t.feed([record(3600, OUTSIDE)])), [['geofenceExit', id]], name);
    assert.deepEqual(seen(t.feed([record(3610, OUTSIDE)])), [], 'once');
  }
});

test('[FENCE-17] who was not inside, or not long enough for its dwell time, leaves nothing', async () => {
  const t = await start();
  t.feed([record(0, IN_YARD)]);
  await t.add('geofence', fence(DEPOT));
  await t.add('geofence', fence(YARD, { dwellSeconds: 600 }));
  assert.deepEqual(seen(t.feed([record(60, OUTSIDE)])), [], 'passing through');
  const stationary = await start();
  stationary.feed([record(0, IN_YARD)]);
  const long = await stationary.add('geofence', fence(YARD, { dwellSeconds: 600 }));
  assert.deepEqual(seen(stationary.feed([record(600, OUTSIDE)])), [['geofenceExit', long.id]]);
});

test('[FENCE-17] a fix that is no place in between does not hide who was inside', async () => {
  const t = await start();
  t.feed([record(0, IN_YARD)]);
  const yard = await t.add('geofence', fence(YARD));
  const nowhere = [record(10, { latitude: 0, longitude: 0 }), record(20, { latitude: 0, longitude: 0 })];
  assert.deepEqual(seen(t.feed(nowhere)), []);
  assert.deepEqual(seen(t.feed([record(30, OUTSIDE)])), [['geofenceExit', yard.id]]);
});

test('[FENCE-13] a fix at exactly 0, 0 is no place: nothing is left or entered by it', async () => {
  const t = await start();
  const yard = await t.add('geofence', fence(YARD));
  await t.add('geofence', fence('CIRCLE (0 0, 1000)'));
  t.feed([record(0, IN_YARD)]);
  const nowhere = t.feed([record(10, { latitude: 0, longitude: 0 })]);
  assert.deepEqual([seen(nowhere), nowhere.positions[0]?.geofenceIds], [[], [yard.id]]);
  assert.deepEqual(seen(t.feed([record(20, IN_YARD)])), []);
});

test('[FENCE-14] geofences of the group and of the groups above it count', async () => {
  const t = await start();
  const top = await t.directory.groups.create({ name: 'Top', groupId: 0, attributes: {} });
  const low = await t.directory.groups.create({ name: 'Low', groupId: top.id, attributes: {} });
  const { id } = await t.device({ groupId: low.id });
  const yard = await t.directory.linked.geofence.create(fence(YARD));
  await t.linkTo('geofence', yard.id, top.id, 'group');
  assert.deepEqual(seen(t.feed([record(0, IN_YARD)], id)), [['geofenceEnter', yard.id]]);
  assert.deepEqual(seen(t.feed([record(0, IN_YARD)])), [], 'another device');
});

test('[FENCE-15] with the setting for it, a geofence crossed between two positions is reported', async () => {
  const [off, on] = [await start(), await start({ segmentCrossing: true })];
  for (const t of [off, on]) {
    const depot = await t.add('geofence', fence(DEPOT));
    t.feed([record(0, { latitude: 52.05 })]);
    const expected = t === on ? [['geofenceCrossed', depot.id]] : [];
    assert.deepEqual(seen(t.feed([record(60, { latitude: 52.15 })])), expected);
    assert.deepEqual(seen(t.feed([record(120, IN_DEPOT)])), [['geofenceEnter', depot.id]], 'not both');
  }
});

test('[FENCE-16] the limit of a geofence replaces that of device and report; of several the highest', async () => {
  const overspeed = async (options: Partial<PipelineOptions>, speed: number) => {
    const t = await start({ speedLimit: knots(20), ...options });
    const fences = [
      await t.add('geofence', fence(YARD, { speedLimit: 40 })),
      await t.add('geofence', fence(YARD, { speedLimit: '60' })),
      await t.add('geofence', fence(YARD)),
    ];
    const { events } = t.feed([record(0, { ...IN_YARD, speed: knots(speed) }, { speedLimit: 30 })]);
    const over = events.find(({ type }) => type === 'deviceOverspeed');
    const which = fences.findIndex(({ id }) => id === over?.geofenceId);
    return over ? [over.attributes['speedLimit'], which] : null;
  };
  assert.equal(await overspeed({}, 55), null);
  assert.deepEqual(await overspeed({}, 61), [60, 1]);
  assert.deepEqual(await overspeed({ overspeedPreferLowest: true }, 41), [40, 0]);
  assert.equal(await overspeed({ overspeedMultiplier: 1.1 }, 65), null);
  assert.deepEqual(await overspeed({ overspeedMultiplier: 1.1 }, 67), [60, 1], 'reported without tolerance');
});
