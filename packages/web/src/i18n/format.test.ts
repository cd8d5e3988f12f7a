import { knots } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { formatCoordinates } from './coordinates.ts';
import { createFormat, type DisplayChoices } from './format.ts';

const choices: DisplayChoices = {
  language: 'en',
  zone: 'America/Sao_Paulo',
  hour12: false,
  speedUnit: 'kmh',
  distanceUnit: 'km',
  temperatureUnit: 'celsius',
  coordinateFormat: 'dd',
};
const saoPaulo = { latitude: -23.5505, longitude: -46.6333 };

test('speed follows the unit that the user chose', () => {
  expect(createFormat(choices).speed(knots(10))).toBe('19 km/h');
  expect(createFormat({ ...choices, speedUnit: 'mph' }).speed(knots(10))).toBe('12 mph');
  expect(createFormat({ ...choices, speedUnit: 'kn' }).speed(knots(10))).toBe('10 kn');
});

test('distance has a decimal only while it says something', () => {
  const format = createFormat(choices);
  expect(format.distance(1540)).toBe('1.5 km');
  expect(format.distance(154_000)).toBe('154 km');
  expect(createFormat({ ...choices, distanceUnit: 'mi' }).distance(1609.344)).toBe('1 mi');
});

test('[WEBMAP-33] a short distance measured by hand is shown in meters or feet', () => {
  const lengthIn = (distanceUnit: DisplayChoices['distanceUnit'], metres: number): string =>
    createFormat({ ...choices, distanceUnit }).length(metres);
  expect(lengthIn('km', 0)).toBe('0 m');
  expect(lengthIn('km', 999)).toBe('999 m');
  expect(lengthIn('km', 1234)).toBe('1.23 km');
  expect(lengthIn('km', 123_456)).toBe('123.5 km');
  expect(lengthIn('mi', 100)).toBe('328 ft');
  expect(lengthIn('mi', 1609.344)).toBe('1 mi');
  expect(lengthIn('nmi', 100)).toBe('100 m');
  expect(lengthIn('nmi', 1852)).toBe('1 NM');
});

test('[WEBMAP-62] a temperature is shown in the unit of the user', () => {
  expect(createFormat(choices).unit(21.4, 'celsius')).toBe('21°C');
  expect(createFormat({ ...choices, temperatureUnit: 'fahrenheit' }).unit(21.4, 'celsius')).toBe('71°F');
});

test('an age is shown in its largest unit; the future counts as now', () => {
  const format = createFormat(choices);
  const now = Date.UTC(2026, 10, 20, 12);
  expect(format.since(now - 59_000, now)).toBe('now');
  expect(format.since(now - 5 * 60_000, now)).toBe('5 min. ago');
  expect(format.since(now - 26 * 3_600_000, now)).toBe('yesterday');
  expect(format.since(now + 60_000, now)).toBe('now');
});

test('coordinates are written in three formats', () => {
  expect(formatCoordinates(saoPaulo, 'dd', 'pt-BR')).toBe('-23.550500, -46.633300');
  expect(formatCoordinates(saoPaulo, 'dms', 'en')).toBe(`23°33'02" S, 46°38'00" W`);
  expect(formatCoordinates(saoPaulo, 'dms', 'pt-BR')).toBe(`23°33'02" S, 46°38'00" O`);
  expect(formatCoordinates(saoPaulo, 'ddm', 'en')).toBe(`23°33.0300' S, 46°37.9980' W`);
});

test('seconds and minutes never reach 60', () => {
  const point = { latitude: 1.999_999_9, longitude: 0 };
  expect(formatCoordinates(point, 'dms', 'en')).toBe(`2°00'00" N, 0°00'00" E`);
  expect(formatCoordinates(point, 'ddm', 'en')).toBe(`2°00.0000' N, 0°00.0000' E`);
});

test('[WEB-65] moments are shown in the zone of the reader, civil dates are not moved', () => {
  const at = Date.UTC(2026, 10, 20, 1, 5, 9);
  const inKolkata = createFormat({ ...choices, zone: 'Asia/Kolkata' });
  expect(createFormat(choices).time(at)).toBe('22:05');
  expect(inKolkata.time(at)).toBe('06:35');
  expect(createFormat(choices).dateTime(at)).toContain('11/19/2026');
  expect(inKolkata.dateTime(at)).toContain('11/20/2026');
  expect(inKolkata.moment(at)).toContain('06:35:09');
  expect(createFormat(choices).day('2026-11-20')).toBe(inKolkata.day('2026-11-20'));
});

test('[TEXT-701] litres are a large L in every language, as in files', () => {
  for (const [language, text] of [
    ['pt-BR', '45,5 L'],
    ['es', '45,5 L'],
    ['en', '45.5 L'],
  ] as const) {
    const format = createFormat({ ...choices, language });
    expect(format.unit(45.5, 'liter', 1).replaceAll(/\s/g, ' ')).toBe(text);
    expect(format.unit(4, 'liter-per-hour').replaceAll(/\s/g, ' ')).toBe('4 L/h');
  }
});
