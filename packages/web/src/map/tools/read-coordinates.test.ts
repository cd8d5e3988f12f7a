import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCoordinates } from '../../i18n/coordinates.ts';
import { readCoordinates } from './read-coordinates.ts';

const near = (text: string, latitude: number, longitude: number): void => {
  const place = readCoordinates(text);
  assert.ok(place, text);
  // A tenth of a second of arc: what is written to the second is read to the second.
  assert.ok(Math.abs(place.latitude - latitude) < 3e-5, `${text}: ${place.latitude}`);
  assert.ok(Math.abs(place.longitude - longitude) < 3e-5, `${text}: ${place.longitude}`);
};

test('[WEBMAP-40] coordinates are read in decimals, with minutes, with seconds, and with the letters of all languages', () => {
  for (const text of [
    '-23.55052, -46.63331',
    '-23.55052 -46.63331',
    '-23.55052,-46.63331',
    '-23,55052 -46,63331',
    '-23,55052, -46,63331',
    '-23,55052; -46,63331',
    '23.55052 S 46.63331 W',
    '23.55052S, 46.63331O',
    'S 23.55052 W 46.63331',
    '46.63331° O, 23.55052° S',
    `23°33'01.9"S 46°37'59.9"W`,
    `23° 33' 1.872" s, 46° 37' 59.916" o`,
    '23º33’1.872” S 46º37’59.916” O',
    `23°33.0312' S, 46°37.9986' O`,
  ])
    near(text, -23.55052, -46.63331);
  near('51.5 N 0.12 L', 51.5, 0.12);
});

test('[WEBMAP-40] what the product writes itself is read back', () => {
  const place = { latitude: 38.722252, longitude: -9.139337 };
  for (const language of ['pt-BR', 'es', 'en'] as const)
    for (const format of ['dd', 'ddm', 'dms'] as const) {
      const read = readCoordinates(formatCoordinates(place, format, language));
      assert.ok(read, `${language} ${format}`);
      // Seconds are written whole: half a second is 1.4e-4 degrees.
      assert.ok(
        Math.abs(read.latitude - place.latitude) < 1.5e-4 &&
          Math.abs(read.longitude - place.longitude) < 1.5e-4,
      );
    }
});

test('[WEBMAP-41] what is no place is none', () => {
  for (const text of [
    '',
    'Rua das Flores 12',
    '12',
    '91, 10',
    '10, 181',
    '10 N 20 N',
    '-10 S, 20 W',
    `10°60' N, 20° W`,
    '10 N, 20',
    '1 2 3',
    'Av. Brasil, 500',
  ])
    assert.equal(readCoordinates(text), null, text);
});
