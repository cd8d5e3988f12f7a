import { expect, test } from 'vitest';
import { weatherKind } from './weather-kind.ts';

test('[WEBMAP-60] each code of the spec has its kind; others have the nearest, unknown ones a neutral one', () => {
  const kinds = [0, 1, 2, 3, 45, 48, 61, 63, 65, 71, 73, 75, 80, 81, 82].map(weatherKind);
  expect(kinds).toEqual([
    'clear',
    'mainlyClear',
    'partlyCloudy',
    'overcast',
    'fog',
    'fog',
    'lightRain',
    'rain',
    'heavyRain',
    'lightSnow',
    'snow',
    'heavySnow',
    'showers',
    'showers',
    'heavyShowers',
  ]);
  expect([51, 67, 86, 95].map(weatherKind)).toEqual(['lightRain', 'heavyRain', 'heavySnow', 'heavyShowers']);
  expect([4, -1, 100, Number.NaN].map(weatherKind)).toEqual(['other', 'other', 'other', 'other']);
});
