import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf, type MessagedRoute } from './customer-message.ts';
import type { RoadOrder } from './order.ts';

const order = (more: Partial<RoadOrder> = {}) =>
  ({ state: 'assigned', deviceId: 7, from: null, endedAt: null, ...more }) as const;
const at = (time: string): number => Date.parse(`2026-12-${time}:00Z`);
const BEGIN = '2026-12-02T08:30:00Z';
const moment = (time: string, more: Partial<RoadOrder> = {}, route: Partial<MessagedRoute> | null = {}) =>
  momentOf(order(more), route && { beginsAt: BEGIN, isNext: false, ...route }, {
    now: at(time),
    hourOf: (instant) => new Date(instant).getUTCHours(),
  });

test('[CUSTMSG-1] a plan is announced from the afternoon before, never at night, and not after it has begun', () => {
  assert.equal(moment('01T15:59'), null);
  assert.equal(moment('01T16:00'), 'planned');
  assert.equal(moment('01T19:59'), 'planned');
  assert.equal(moment('01T20:00'), null);
  assert.equal(moment('02T07:59'), null);
  assert.equal(moment('02T08:00'), 'planned', 'one that was planned in the night');
  assert.equal(moment('02T08:30'), null);
  assert.equal(moment('01T17:00', { deviceId: 0, state: 'planned' }), null, 'nobody does it');
  assert.equal(moment('01T17:00', { from: '2026-12-02T10:00:00Z' }, null), 'planned', 'without a route');
  assert.equal(moment('01T17:00', {}, null), null, 'nobody knows when');
});

test('[CUSTMSG-2] the next stop may be on the way, and what the driver has started is', () => {
  assert.equal(moment('02T09:00', {}, { isNext: true }), 'onTheWay');
  assert.equal(moment('02T09:00', {}, { isNext: false }), null);
  assert.equal(moment('01T09:00', { state: 'underWay' }, null), 'onTheWay');
  assert.equal(moment('02T09:00', { state: 'arrived' }, { isNext: true }), null);
});

test('[CUSTMSG-3] an end is news for half a day', () => {
  const ended = (state: 'done' | 'failed') => ({ state, endedAt: '2026-12-02T10:00:00Z' }) as const;
  assert.equal(moment('02T10:01', ended('done')), 'done');
  assert.equal(moment('02T22:00', ended('failed')), 'failed');
  assert.equal(moment('02T22:01', ended('done')), null);
  assert.equal(moment('02T10:01', { state: 'cancelled', endedAt: '2026-12-02T10:00:00Z' }), null);
});
