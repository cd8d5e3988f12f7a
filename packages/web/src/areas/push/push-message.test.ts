import { expect, test } from 'vitest';
import { pathOf, readPush } from './push-message.ts';

const ORIGIN = 'https://fleet.example.com';
const data = (value: unknown) => ({ json: () => value });

test('[PUSHW-5] a message is read strictly, and one that cannot be read is still shown', () => {
  expect(readPush(data({ title: 'SOS', body: 'Van 3', eventId: 4, deviceId: 3, link: null }))).toEqual({
    title: 'SOS',
    body: 'Van 3',
    eventId: 4,
    deviceId: 3,
    link: null,
  });
  const unreadable = { json: () => JSON.parse('{') as unknown };
  for (const odd of [null, data(null), data({ title: 5, deviceId: 'x', link: {} }), unreadable]) {
    expect(readPush(odd)).toEqual({ title: 'Rastro', body: '', eventId: 0, deviceId: 0, link: null });
  }
});

test('[PUSHW-6] a tap leads to the place within this address, never elsewhere', () => {
  const path = (link: string | null, deviceId = 3): string => pathOf({ link, deviceId }, ORIGIN);
  expect(path(`${ORIGIN}/devices/3?position=9`)).toBe('/devices/3?position=9');
  expect(path(null)).toBe('/devices/3');
  expect(path('https://evil.example.com/devices/3')).toBe('/devices/3');
  expect(path('javascript:alert(1)')).toBe('/devices/3');
  expect(path(null, 0)).toBe('/events');
});
