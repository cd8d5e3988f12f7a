import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import {
  facetsOf,
  filterEvents,
  isNarrowed,
  mergeEvents,
  newestFirst,
  NO_FILTER,
  readFilter,
  writeFilter,
  type EventFilter,
} from './event-filter.ts';

const at = (id: number, minute: number) =>
  anEvent({ id, eventTime: `2026-05-20T10:${String(minute).padStart(2, '0')}:00.000+00:00` });
const EVENTS = [
  anEvent({ id: 1, deviceId: 1, attributes: { alarm: 'sos,powerCut' } }),
  anEvent({ id: 2, deviceId: 2, attributes: { alarm: 'tow' } }),
  anEvent({ id: 3, deviceId: 1, type: 'geofenceExit' }),
];
const found = (part: Partial<EventFilter>): number[] =>
  filterEvents(
    EVENTS,
    { period: '24h', ...NO_FILTER, ...part },
    {
      searchTextOf: ({ deviceId, type }) => `${deviceId === 1 ? 'São Paulo 1' : 'Brisa'} ${type}`,
      isAcknowledged: ({ id }) => id === 2,
      isWaiting: ({ id }) => id === 1,
      isSeen: ({ id }) => id === 3,
    },
  ).map(({ id }) => id);

test('[EVT-13] kind, alarm, vehicle, words and what is open narrow the list, together', () => {
  expect(found({})).toEqual([1, 2, 3]);
  expect(found({ type: 'alarm' })).toEqual([1, 2]);
  expect(found({ alarm: 'powerCut' })).toEqual([1]);
  expect(found({ deviceId: 1 })).toEqual([1, 3]);
  expect(found({ text: 'sao PAULO' })).toEqual([1, 3]);
  expect(found({ text: 'paulo geofence' })).toEqual([3]);
  expect(found({ openOnly: true })).toEqual([1, 3]);
  expect(found({ deviceId: 2, openOnly: true })).toEqual([]);
  expect(found({ waitingOnly: true })).toEqual([1]);
  expect(found({ seenOnly: true })).toEqual([3]);
});

test('[EVT-13] the filter is in the address, and what is wrong there is not there', () => {
  const filter: EventFilter = {
    period: '7d',
    type: 'alarm',
    alarm: 'sos',
    deviceId: 7,
    text: 'ana & co',
    openOnly: true,
    waitingOnly: true,
    seenOnly: true,
  };
  const written = writeFilter(new URLSearchParams('position=4'), filter);
  expect(written.get('position')).toBe('4');
  expect(readFilter(written)).toEqual(filter);
  expect(writeFilter(written, { period: '24h', ...NO_FILTER }).toString()).toBe('position=4');
  const none = { period: '24h', ...NO_FILTER };
  expect(readFilter(new URLSearchParams('period=9d&type=x&device=-1&open=yes'))).toEqual(none);
  expect(readFilter(new URLSearchParams('type=ignitionOn&alarm=sos')).alarm).toBeNull();
  expect([isNarrowed(filter), isNarrowed({ ...filter, ...NO_FILTER })]).toEqual([true, false]);
});

test('[EVT-13] offered is what occurs', () => {
  expect(facetsOf(EVENTS)).toEqual({
    types: ['geofenceExit', 'alarm'],
    alarms: ['powerCut', 'sos', 'tow'],
  });
});

test('[EVT-14] what comes live is merged in its place, once, and only of the period', () => {
  const listed = newestFirst([at(1, 10), at(2, 30), at(3, 20)]);
  expect(listed.map(({ id }) => id)).toEqual([2, 3, 1]);
  const from = new Date('2026-05-20T10:05:00Z');
  const merged = mergeEvents(listed, [at(3, 20), at(4, 40), at(5, 25), at(6, 1), at(7, 30)], from);
  expect(merged.map(({ id }) => id)).toEqual([4, 7, 2, 5, 3, 1]);
  expect(mergeEvents(listed, [at(8, 6)], from).map(({ id }) => id)).toEqual([2, 3, 1, 8]);
  expect(mergeEvents(listed, [at(6, 1)], from)).toBe(listed);
});
