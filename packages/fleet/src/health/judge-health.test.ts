import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Health } from '../entities/health.ts';
import { judgeHealth, type HealthGrade, type HealthPart } from './judge-health.ts';

const WELL: Health = {
  startedAt: '2026-01-01T00:00:00.000Z',
  ingest: {
    perSecond: 1,
    perMinute: Array.from({ length: 60 }, () => 60),
    connections: 4,
    doors: [],
    refused: {},
  },
  devices: { total: 100, online: 80, silent: 19, never: 1, assigned: 0, unassigned: 0 },
  queues: { rows: 10, mostRows: 1000, commands: 400, deliveries: 3, books: 0 },
  disk: {
    freeBytes: 50,
    totalBytes: 100,
    databaseBytes: 10,
    walBytes: 1,
    growthPerDay: null,
    daysLeft: null,
  },
  integrity: { checkedAt: '2026-01-01T00:00:00.000Z', damages: [] },
  memory: { usedBytes: 1, mostBytes: 10 },
  loop: { p99Ms: 3, longestMs: 900 },
  address: { publicUrl: 'https://fleet.example.com', hasMail: false },
  versions: { product: '1', runtime: '26', database: '3' },
};
const graded = (part: HealthPart, change: Partial<Health>): HealthGrade =>
  judgeHealth({ ...WELL, ...change })[part];

test('[HEALTH-1] each part is well, worth a look, or something must be done', () => {
  assert.deepEqual(new Set(Object.values(judgeHealth(WELL))), new Set(['well']));
  const silent = (many: number): HealthGrade =>
    graded('devices', {
      devices: { total: 100, online: 0, silent: many, never: 0, assigned: 0, unassigned: 0 },
    });
  assert.deepEqual([silent(19), silent(20), silent(50)], ['well', 'watch', 'act']);
  const queues = WELL.queues ?? assert.fail();
  const rows = (many: number): HealthGrade => graded('queues', { queues: { ...queues, rows: many } });
  assert.deepEqual([rows(249), rows(250), rows(1000)], ['well', 'watch', 'act']);
  assert.equal(graded('queues', { queues: { ...queues, deliveries: 500 } }), 'watch');
  assert.equal(graded('queues', { queues: { ...queues, books: 5000 } }), 'act');
  const left = (daysLeft: number): HealthGrade => graded('disk', { disk: { ...WELL.disk, daysLeft } });
  assert.deepEqual([left(31), left(30), left(7)], ['well', 'watch', 'act']);
  assert.equal(graded('disk', { disk: { ...WELL.disk, freeBytes: 5 } }), 'act');
  const damages = [{ database: 'rastro.sqlite', table: 'positions', detail: 'malformed' }];
  assert.equal(graded('integrity', { integrity: { checkedAt: null, damages } }), 'act');
  assert.equal(graded('memory', { memory: { usedBytes: 76, mostBytes: 100 } }), 'watch');
  assert.equal(graded('loop', { loop: { p99Ms: 200, longestMs: 200 } }), 'act');
});

test('[HEALTH-600] without a public address mails have no links', () => {
  const address = (publicUrl: string | null, hasMail: boolean): HealthGrade =>
    graded('address', { address: { publicUrl, hasMail } });
  assert.equal(address('https://fleet.example.com', true), 'well');
  assert.equal(address(null, false), 'watch');
  assert.equal(address(null, true), 'act');
});

test('[HEALTH-2] an hour without a record is bad where there are devices, and only when it is over', () => {
  const after = (minutes: number): Health['ingest'] => ({
    perSecond: 0,
    perMinute: Array.from({ length: minutes }, () => 0),
    connections: 0,
    doors: [],
    refused: {},
  });
  assert.equal(graded('ingest', { ingest: after(60) }), 'act');
  assert.equal(graded('ingest', { ingest: after(59) }), 'well');
  const none = { total: 0, online: 0, silent: 0, never: 0, assigned: 0, unassigned: 0 };
  assert.equal(graded('ingest', { ingest: after(60), devices: none }), 'well');
});

test('[HEALTH-3] what nobody knows is called unknown', () => {
  const outside = judgeHealth({ ...WELL, ingest: null, devices: null, queues: null });
  assert.deepEqual([outside.ingest, outside.devices, outside.queues], ['unknown', 'unknown', 'unknown']);
  assert.equal(outside.disk, 'well');
});
