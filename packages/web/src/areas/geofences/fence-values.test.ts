import type { Geofence } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { areaSummary, fenceColor, listedFences, nextFenceSort, type FenceChoice } from './fence-list.ts';
import { withUsualWidth } from './fence-corridor.ts';
import { changedFence, checkFence, fenceValues, newFence, withArea, withRadius } from './fence-values.ts';

const KMH = { unit: 'kmh', language: 'pt-BR' } as const;
const CIRCLE = 'CIRCLE (-23.55 -46.63, 150)';
const aFence = (part: Partial<Geofence> = {}): Geofence => ({
  id: 4,
  attributes: {},
  name: 'Depot',
  description: null,
  area: CIRCLE,
  calendarId: 0,
  ...part,
});
const listed = (fences: readonly Geofence[], part: Partial<FenceChoice>): string[] =>
  listedFences(
    fences,
    { text: '', sort: 'name-asc', kind: 'fences', ...part },
    new Intl.Collator('pt-BR').compare,
  ).map(({ name }) => name);

test('[WEBFENCE-1] circles have an area, other shapes their points', () => {
  expect(areaSummary('CIRCLE (1 2, 1000)')).toEqual({ kind: 'circle', areaM2: Math.PI * 1_000_000 });
  expect(areaSummary('POLYGON ((1 1, 1 2, 2 2, 1 1))')).toEqual({ kind: 'polygon', points: 3 });
  expect(areaSummary('LINESTRING (1 1, 1 2)')).toEqual({ kind: 'line', points: 2 });
  expect(areaSummary('')).toEqual({ kind: 'none' });
});

test('[WEBFENCE-2] anchors are listed apart', () => {
  const fences = [aFence(), aFence({ id: 5, name: 'Anchor', attributes: { isAnchor: true } })];
  expect(listed(fences, {})).toEqual(['Depot']);
  expect(listed(fences, { kind: 'anchors' })).toEqual(['Anchor']);
});

test('[WEBFENCE-3] every word must occur, without case and accents', () => {
  const fences = [
    aFence({ name: 'São Paulo', description: 'Pátio Norte' }),
    aFence({ id: 5, name: 'São José', description: null }),
  ];
  expect(listed(fences, { text: 'sao norte' })).toEqual(['São Paulo']);
  expect(listed(fences, { text: 'SÃO' })).toEqual(['São José', 'São Paulo']);
  expect(listed(fences, { text: 'rio' })).toEqual([]);
});

test('[WEBFENCE-3] sorts by name, size and age, and turns round', () => {
  const fences = [
    aFence({ id: 1, name: 'b', area: 'CIRCLE (1 1, 10)' }),
    aFence({ id: 2, name: 'a', area: 'CIRCLE (1 1, 90)' }),
    aFence({ id: 3, name: 'c', area: 'LINESTRING (1 1, 1 2)' }),
  ];
  expect(listed(fences, { sort: 'name-desc' })).toEqual(['c', 'b', 'a']);
  expect(listed(fences, { sort: 'size-asc' })).toEqual(['b', 'a', 'c']);
  expect(listed(fences, { sort: 'newest-asc' })).toEqual(['c', 'a', 'b']);
  expect(nextFenceSort('name-asc', 'name')).toBe('name-desc');
  expect(nextFenceSort('name-desc', 'size')).toBe('size-asc');
});

test('[WEBFENCE-6] a name and an area are required', () => {
  expect(checkFence(fenceValues(newFence(), KMH), KMH)).toEqual({
    name: 'nameRequired',
    area: 'areaRequired',
  });
  expect(checkFence(fenceValues(aFence({ name: '  ' }), KMH), KMH)).toEqual({ name: 'nameRequired' });
  expect(checkFence(fenceValues(aFence(), KMH), KMH)).toEqual({});
  const values = fenceValues(aFence(), KMH);
  expect(checkFence({ ...values, speedLimit: 'fast' }, KMH)).toEqual({ speedLimit: 'speedInvalid' });
  expect(checkFence({ ...values, speedLimit: '-1' }, KMH)).toEqual({ speedLimit: 'speedInvalid' });
});

test('[WEBFENCE-7] the speed limit is read and written in the unit of the user', () => {
  const fence = aFence({ attributes: { speedLimit: 43.19656 } });
  expect(fenceValues(fence, KMH).speedLimit).toBe('80');
  expect(fenceValues(fence, { unit: 'mph', language: 'en' }).speedLimit).toBe('49.7');
  expect(fenceValues(fence, { unit: 'mph', language: 'es' }).speedLimit).toBe('49,7');
  expect(fenceValues(fence, { unit: 'kn', language: 'en' }).speedLimit).toBe('43.2');
  const written = (text: string, unit: 'kmh' | 'mph' | 'kn', language: 'pt-BR' | 'en' = 'pt-BR'): unknown =>
    changedFence(fence, { ...fenceValues(fence, { unit, language }), speedLimit: text }, { unit, language })
      .attributes['speedLimit'];
  expect(written('100', 'kmh')).toBeCloseTo(53.9957, 4);
  expect(written('62,5', 'mph')).toBeCloseTo(54.311, 4);
  expect(written('62.5', 'mph', 'en')).toBeCloseTo(54.311, 4);
  expect(written('50', 'kn')).toBe(50);
  expect(written('', 'kmh')).toBeUndefined();
  expect(written('0', 'kmh')).toBeUndefined();
});

test('[WEBFENCE-7] untouched fields keep their exact value', () => {
  const attributes = { speedLimit: 43.19656, polylineDistance: 25, floor: 3, lockOnEnter: true };
  const fence = aFence({ attributes, description: 'x', calendarId: 9 });
  expect(changedFence(fence, fenceValues(fence, KMH), KMH)).toEqual(fence);
});

test('[WEBFENCE-7] switches and colour become attributes', () => {
  const fence = aFence({ attributes: { lockOnEnter: true } });
  const values = { ...fenceValues(fence, KMH), lockOnEnter: false, lockOnExit: true, color: '#d6393c' };
  expect(changedFence(fence, values, KMH).attributes).toEqual({ lockOnExit: true, color: '#d6393c' });
});

test('[WEBFENCE-12] a typed radius changes the circle and keeps its centre', () => {
  const values = fenceValues(aFence(), KMH);
  expect(values.radius).toBe('150');
  expect(withRadius(values, '275,5', 'pt-BR').area).toBe('CIRCLE (-23.55 -46.63, 275.5)');
  expect(withRadius(values, '1.200', 'pt-BR').area).toBe('CIRCLE (-23.55 -46.63, 1200)');
  expect(withRadius(values, '1.2', 'en').area).toBe('CIRCLE (-23.55 -46.63, 1.2)');
  const wrong = withRadius(values, '0', 'pt-BR');
  expect(wrong.area).toBe(CIRCLE);
  expect(checkFence(wrong, KMH)).toEqual({ radius: 'radiusInvalid' });
  expect(withArea(values, 'CIRCLE (1 2, 90)', 'pt-BR').radius).toBe('90');
});

test('[WEBFENCE-100] who reads miles writes the radius in feet; the circle is kept in metres', () => {
  const feet = { unit: 'mph', language: 'en', radiusIn: 'ft' } as const;
  const values = fenceValues(aFence(), feet);
  expect(values.radius).toBe('492.1');
  expect(withRadius(values, '500 ft', 'en', 'ft').area).toBe('CIRCLE (-23.55 -46.63, 152.4)');
  expect(changedFence(aFence(), values, feet).area, 'untouched fields stay').toBe(CIRCLE);
  expect(checkFence({ ...values, radius: '3 m' }, feet)).toEqual({ radius: 'radiusInvalid' });
});

test('[WEBFENCE-2] a colour that is none gives way to the one of its kind', () => {
  expect(fenceColor(aFence({ attributes: { color: '#AA00ff' } }))).toBe('#AA00ff');
  expect(fenceColor(aFence({ attributes: { color: 'red' } }))).not.toBe('red');
  const anchor = aFence({ attributes: { isAnchor: true } });
  expect(fenceColor(anchor)).not.toBe(fenceColor(aFence()));
});

test('[WEBFENCE-101] a line that vehicles follow has a width, a second limit and a time, in the unit of the user', () => {
  const line = aFence({ area: 'LINESTRING (1 1, 1 2)', attributes: { polylineDistance: 33.3333, floor: 3 } });
  const values = fenceValues(line, KMH);
  expect(values).toMatchObject({ width: '33,3', corridor: false, corridorOuter: '', corridorSeconds: '' });
  expect(changedFence(line, values, KMH), 'untouched fields stay').toEqual(line);
  const followed = { ...values, corridor: true, width: '80', corridorOuter: '200 m', corridorSeconds: '60' };
  expect(checkFence(followed, KMH)).toEqual({});
  expect(changedFence(line, followed, KMH).attributes).toEqual({
    polylineDistance: 80,
    corridor: true,
    corridorOuter: 200,
    corridorSeconds: 60,
    floor: 3,
  });
  const feet = { unit: 'mph', language: 'en', radiusIn: 'ft' } as const;
  expect(
    changedFence(line, { ...fenceValues(line, feet), width: '100' }, feet).attributes['polylineDistance'],
  ).toBeCloseTo(30.48, 6);
  expect(checkFence({ ...followed, corridorOuter: '79' }, KMH)).toEqual({ corridorOuter: 'outerInvalid' });
  expect(checkFence({ ...followed, width: '0', corridorSeconds: '0' }, KMH)).toEqual({
    width: 'widthInvalid',
    corridorSeconds: 'secondsInvalid',
  });
  expect(checkFence({ ...followed, corridor: false, corridorSeconds: 'x' }, KMH), 'hidden').toEqual({});
  expect(checkFence({ ...followed, width: 'x', area: CIRCLE, radius: '150' }, KMH), 'no line').toEqual({});
});

test('[WEBFENCE-101] switching it on chooses a width that inexact places allow, unless one is typed', () => {
  const line = fenceValues(aFence({ area: 'LINESTRING (1 1, 1 2)' }), KMH);
  expect(withUsualWidth(line, true, KMH)).toEqual({ corridor: true, width: '100' });
  expect(withUsualWidth({ ...line, width: '50' }, true, KMH)).toEqual({ corridor: true });
  expect(withUsualWidth(line, false, KMH)).toEqual({ corridor: false });
});
