// @vitest-environment node
import { expect, test } from 'vitest';
import { placeLink, PLACE_LINKS } from './place-links.ts';
import { readPins, togglePin } from './pinned-attributes.ts';

test('[WEBPANEL-1] the choice of the user stands before that of the server, even if it is none', () => {
  expect(readPins(null, 'power, temp1 ,,power')).toEqual(['power', 'temp1']);
  expect(readPins('rpm', 'power')).toEqual(['rpm']);
  expect(readPins('', 'power')).toEqual([]);
  expect(readPins(null, undefined)).toEqual([]);
});

test('[WEBPANEL-1] a pin goes to the end and comes away again', () => {
  expect(togglePin(['a'], 'b')).toEqual(['a', 'b']);
  expect(togglePin(['a', 'b'], 'a')).toEqual(['b']);
});

test('[WEBPANEL-4] the links name the place', () => {
  for (const name of PLACE_LINKS) {
    const link = new URL(placeLink(name, { latitude: -8.05, longitude: -34.9 }));
    expect(link.protocol).toBe('https:');
    expect([...link.searchParams.values()]).toContain('-8.05,-34.9');
  }
});
