import type { Attributes, FleetEvent } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { eventStyle } from './event-style.ts';

const styleOf = (attributes: Attributes, type: FleetEvent['type'] = 'alarm') =>
  eventStyle({ type, attributes }, 'acme');

test('[EVT-1] an event without a look stands at the bottom right and goes by itself', () => {
  expect(styleOf({ alarm: 'sos' })).toEqual({
    color: null,
    pinned: false,
    position: 'bottom-right',
    sound: null,
    soundUrl: null,
  });
});

test('[EVT-1] colour, pin, position and sound are read under the brand of the product alone', () => {
  const styled = {
    'acme.color': 'soft-info',
    'acme.pin': true,
    'acme.position': 'top-left',
    'acme.sound': 'custom',
    'acme.soundURL': '/horn.mp3',
  };
  expect(styleOf(styled)).toEqual({
    color: 'soft-info',
    pinned: true,
    position: 'top-left',
    sound: 'custom',
    soundUrl: '/horn.mp3',
  });
  expect(eventStyle({ type: 'alarm', attributes: styled }, 'other')).toEqual(styleOf({}));
  expect(styleOf({ 'acme.pin': 'true' }).pinned).toBe(true);
});

test('[EVT-1] what is not known counts as not said', () => {
  const odd = { 'acme.color': 'url(x)', 'acme.pin': 'maybe', 'acme.position': 'middle', 'acme.sound': 7 };
  expect(styleOf(odd)).toEqual(styleOf({}));
});

test('[WEBFENCE-25] an anchored vehicle that leaves is red and stays, unless a rule says otherwise', () => {
  expect(styleOf({ isAnchor: true }, 'geofenceExit')).toMatchObject({ color: 'red', pinned: true });
  expect(styleOf({ isAnchor: true, 'acme.pin': false, 'acme.color': 'info' }, 'geofenceExit')).toMatchObject({
    color: 'info',
    pinned: false,
  });
  expect(styleOf({}, 'geofenceExit')).toMatchObject({ color: null, pinned: false });
});
