import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ALL_ANSWERS_MS, createInProcessBus } from '@rastro/bus';
import { readTraffic, startTraffic } from '../traffic/ask-traffic.ts';
import { describeIngest, findLink, noteArrivals, noteLinks } from './ask-ingest.ts';
import type { LinkNotes, TrackerPorts, TrackerTopics } from './topics.ts';

const newBus = () =>
  createInProcessBus<TrackerTopics, TrackerPorts>((_topic, error) => {
    throw error;
  });
const linkAt = (node: string, isOpen: boolean) => ({
  linkId: `${node}:1`,
  node,
  protocol: 'h02',
  isReliable: true,
  isOpen,
});
const NO_NOTES: LinkNotes = {
  connectedAt: null,
  ended: null,
  rejected: null,
  undecoded: null,
  takenOver: null,
};

test('[ROLE-8] several nodes of ingest answer as one: connections, notes, arrivals, counts', async () => {
  const bus = newBus();
  bus.answer('connection.found', () => null, { at: 'a' });
  bus.answer('connection.found', () => linkAt('b', false), { at: 'b' });
  bus.answer('connection.found', () => linkAt('c', true), { at: 'c' });
  assert.equal((await findLink(bus, 1))?.node, 'c', 'the open one');

  const rejected = { at: 100, reason: 'disabled', count: 3 } as const;
  const undecoded = { at: 300, reason: 'LENGTH', count: 1 };
  bus.answer('connection.noted', () => ({ ...NO_NOTES, rejected }), { at: 'a' });
  bus.answer('connection.noted', () => ({ ...NO_NOTES, connectedAt: 200, undecoded }), { at: 'b' });
  assert.deepEqual(await noteLinks(bus, 1), { ...NO_NOTES, connectedAt: 200, undecoded }, 'accepted since');

  bus.answer('ingest.described', () => ({ startedAt: 5, protocols: ['h02'], messages: 2 }), { at: 'a' });
  bus.answer('ingest.described', () => ({ startedAt: 3, protocols: ['h02', 'gt06'], messages: 5 }), {
    at: 'b',
  });
  assert.deepEqual(await describeIngest(bus), { startedAt: 3, protocols: ['h02', 'gt06'], messages: 7 });

  const listener = { protocol: 'h02', port: 5013, lastMessage: 7, lastFailure: null };
  const [early, late] = [1, 2].map((at) => ({ uniqueId: '4711', protocol: 'h02', at }));
  bus.answer('arrivals.noted', () => ({ listeners: [listener], unknown: early ? [early] : [] }), { at: 'a' });
  const other = { ...listener, lastMessage: 4, lastFailure: 9 };
  bus.answer('arrivals.noted', () => ({ listeners: [other], unknown: late ? [late] : [] }), { at: 'b' });
  assert.deepEqual(await noteArrivals(bus), {
    listeners: [{ ...listener, lastFailure: 9 }],
    unknown: [late],
  });
});

test('[ROLE-39] an ingest that is busy for longer than usual is waited for', async () => {
  const bus = newBus();
  bus.answer(
    'connection.found',
    async () => {
      await setTimeout(ALL_ANSWERS_MS + 200);
      return linkAt('a', true);
    },
    { at: 'a' },
  );
  assert.equal((await findLink(bus, 1))?.node, 'a');
  await assert.rejects(describeIngest(bus), { code: 'NOBODY' });
});

test('[ROLE-8] a recording of traffic goes on at another node', async () => {
  const bus = newBus();
  const recorded = new Map([
    ['a', [10, 20, 30]],
    ['b', [25, 40]],
    ['c', []],
  ]);
  for (const [node, times] of recorded) {
    bus.answer('traffic.started', () => true, { at: node });
    bus.answer(
      'traffic.read',
      ({ after }) => ({
        node,
        firstAt: times[0] ?? null,
        recording: {
          state: 'recording',
          startedAt: null,
          endsAt: null,
          total: times.length,
          messages: times
            .map((time, i) => ({ sequence: i + 1, time: `${node}${time}` }))
            .slice(after) as never,
        },
      }),
      { at: node },
    );
  }
  assert.equal(await startTraffic(bus, 1, 60), true);
  const pages = [];
  for (let after = 0; after < 5;) {
    const page = await readTraffic(bus, 1, after);
    assert.equal(page.total, 5);
    pages.push(page.messages.map(({ sequence, time }) => `${sequence} ${time}`));
    after = page.messages.at(-1)?.sequence ?? Infinity;
  }
  assert.deepEqual(pages, [
    ['1 a10', '2 a20', '3 a30'],
    ['4 b25', '5 b40'],
  ]);
});
