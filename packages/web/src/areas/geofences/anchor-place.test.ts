import { formatArea, type Geofence } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import { anchorPlace } from './anchor-place.ts';

const centre = { latitude: 10, longitude: 20 };
const ANCHOR: Geofence = {
  id: 7,
  name: 'Ambar',
  description: null,
  area: formatArea({ kind: 'circle', centre, radiusM: 150 }),
  calendarId: 0,
  attributes: { isAnchor: true, deviceId: 1 },
};
const away = { latitude: 10.01, longitude: 20 };
const left = (geofenceId: number, eventTime: string) =>
  anEvent({ type: 'geofenceExit', geofenceId, eventTime, attributes: { isAnchor: true } });

test('[WEBPANEL-41] a vehicle has no anchor, is at it, or is away from it', () => {
  expect(anchorPlace([], away, [])).toEqual({ kind: 'none' });
  expect(anchorPlace([ANCHOR], centre, [])).toEqual({ kind: 'inside' });
  expect(anchorPlace([ANCHOR], null, [])).toEqual({ kind: 'inside' });
  expect(anchorPlace([ANCHOR], away, [])).toEqual({ kind: 'outside', since: null });
});

test('[WEBPANEL-41] since when it is away comes from the newest event that it left this anchor', () => {
  const events = [
    left(8, '2026-11-20T13:00:00Z'),
    left(7, '2026-11-20T12:00:00Z'),
    left(7, '2026-11-20T09:00:00Z'),
  ];
  expect(anchorPlace([ANCHOR], away, events)).toEqual({
    kind: 'outside',
    since: Date.parse('2026-11-20T12:00:00Z'),
  });
});
