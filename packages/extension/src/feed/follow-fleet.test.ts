import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { Device, FleetEvent, Position } from '@rastro/fleet';
import { followFleet, type FeedItem } from './follow-fleet.ts';
import type { FleetFrame, FleetSource, Period } from './fleet-source.ts';

const NOW = Date.now();
const iso = (ms: number): string => new Date(ms).toISOString();
const device = (id: number, lastUpdate: number | null = NOW): Device =>
  JSON.parse(JSON.stringify({ id, lastUpdate: lastUpdate === null ? null : iso(lastUpdate) }));
const position = (id: number, deviceId: number, at = NOW): Position =>
  JSON.parse(JSON.stringify({ id, deviceId, fixTime: iso(at) }));
const event = (id: number, deviceId: number, at = NOW): FleetEvent =>
  JSON.parse(JSON.stringify({ id, deviceId, eventTime: iso(at) }));

/** A tracking server whose connection and history the test has in its hand. */
function openWorld(
  start: {
    readonly mark?: number;
    readonly take?: (item: FeedItem) => Promise<void>;
    readonly quietMs?: number;
  } = {},
) {
  const world = {
    devices: [device(1), device(2)] as readonly Device[],
    past: { positions: [] as readonly Position[], events: [] as readonly FleetEvent[] },
    asked: [] as (readonly [number, Period])[],
    marks: new Map<string, number>(start.mark === undefined ? [] : [['feed.test', start.mark]]),
    taken: [] as string[],
    said: [] as string[],
    connections: 0,
    tell: (_frame: FleetFrame): void => {},
    end: (): void => {},
  };
  const source: FleetSource = {
    devices: async () => world.devices,
    positions: async (id, period) => {
      world.asked.push([id, period]);
      return world.past.positions.filter(({ deviceId }) => deviceId === id);
    },
    events: async (id) => world.past.events.filter(({ deviceId }) => deviceId === id),
    listen: async (tell) => {
      world.connections++;
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      Object.assign(world, { tell, end: resolve });
      return { ended };
    },
  };
  const nameOf = (item: FeedItem): string => {
    if (item.kind === 'gone') return `gone ${item.deviceId}`;
    if (item.kind === 'device') return `device ${item.device.id}`;
    return item.kind === 'position' ? `position ${item.position.id}` : `event ${item.event.id}`;
  };
  const note = (_fields: object, message: string): void => void world.said.push(message);
  const feed = followFleet({
    name: 'test',
    source,
    marks: {
      mark: async (name) => world.marks.get(name) ?? null,
      setMark: async (name, instant) => void world.marks.set(name, instant),
    },
    take: async (item) => {
      await start.take?.(item);
      world.taken.push(nameOf(item));
    },
    clock: systemClock,
    log: { info: note, warn: note, error: note },
    pauseMs: 1,
    quietMs: start.quietMs ?? 60_000,
  });
  return { world, feed };
}
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test('[FEED-1] the fleet as it is, then what happens, in order; without a cursor nothing of the past', async () => {
  const { world, feed } = openWorld();
  await until(() => world.marks.has('feed.test'));
  world.tell({ positions: [position(10, 1)] });
  world.tell({ positions: [position(11, 1)], events: [event(5, 1)], gone: [2] });
  await until(() => world.taken.length === 6);
  await feed.close();
  assert.deepEqual(world.taken, ['device 1', 'device 2', 'position 10', 'position 11', 'event 5', 'gone 2']);
  assert.deepEqual(world.asked, []);
});

test('[FEED-2] after a restart what was missed comes first, by its time, of devices that were heard', async () => {
  const hour = 3_600_000;
  const mark = NOW - 2 * hour;
  const { world, feed } = openWorld({ mark });
  world.devices = [device(1), device(2, NOW - 24 * hour), device(3, null)];
  world.past = {
    positions: [position(10, 1, NOW - hour), position(12, 1, NOW)],
    events: [event(5, 1, NOW - 1000)],
  };
  await until(() => world.taken.length === 6);
  await feed.close();
  assert.deepEqual(world.taken, [
    'device 1',
    'position 10',
    'event 5',
    'position 12',
    'device 2',
    'device 3',
  ]);
  const [first] = world.asked;
  assert.deepEqual([world.asked.length, first?.[0], first?.[1].from.getTime()], [1, 1, mark - 900_000]);
  assert.ok((world.marks.get('feed.test') ?? 0) > mark);
});

test('[FEED-3] a connection that ends is followed by another; devices that went meanwhile are told', async () => {
  const { world, feed } = openWorld();
  await until(() => world.marks.has('feed.test'));
  world.devices = [device(2)];
  world.end();
  await until(() => world.connections === 2 && world.taken.includes('gone 1'));
  world.tell({ positions: [position(20, 2)] });
  await until(() => world.taken.includes('position 20'));
  await feed.close();
});

test('[FEED-4] what could not be taken comes again; the cursor does not pass it', async () => {
  let fails = 2;
  const take = async (item: FeedItem): Promise<void> => {
    if (item.kind === 'event' && fails-- > 0) throw new Error('no room');
  };
  const { world, feed } = openWorld({ take });
  world.past = { positions: [], events: [event(5, 1)] };
  await until(() => world.marks.has('feed.test'));
  world.tell({ events: [event(5, 1)] });
  await until(() => world.taken.includes('event 5'));
  await feed.close();
  assert.deepEqual(world.said, Array(2).fill('the feed was interrupted'));
});

test('[FEED-5] who takes too slowly fills no memory: the feed begins again at its cursor', async () => {
  let isSlow = true;
  let wake = (): void => {};
  const take = async (item: FeedItem): Promise<void> => {
    if (item.kind === 'position' && isSlow) await new Promise<void>((resolve) => (wake = resolve));
  };
  const { world, feed } = openWorld({ take });
  await until(() => world.marks.has('feed.test'));
  const many = Array.from({ length: 5000 }, (_, at) => position(at, 1));
  for (let frames = 0; frames < 10; frames++) world.tell({ positions: many });
  isSlow = false;
  await until(() => world.taken.length > 0);
  wake();
  await until(() => world.connections === 2);
  await feed.close();
  assert.ok(world.taken.length < 20_000);
});

test('[FEED-6] a connection that says nothing any more is given up', async () => {
  const { world, feed } = openWorld({ quietMs: 30 });
  await until(() => world.connections === 3);
  await feed.close();
});
