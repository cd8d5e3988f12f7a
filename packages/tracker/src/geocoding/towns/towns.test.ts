import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { storeTables, readStoredTables } from './stored-tables.ts';
import { loadTowns, townsIfLoaded } from './load-towns.ts';
import { tablesOf, type Point, type Town } from './town-tables.ts';
import { townText } from './town-text.ts';
import { Towns } from './towns.ts';

const town = (name: string, latitude: number, longitude: number): Town => ({
  name,
  latitude,
  longitude,
  region: 'X, BR',
});
const EARTH_M = 6_371_008;
function metresBetween(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.sqrt(half));
}

test('[TOWN-1] the nearest town is found anywhere, over the date line and at the poles', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), place, (places, asked) => {
      const list = places.map(({ latitude, longitude }, i) => town(String(i), latitude, longitude));
      const found = new Towns(tablesOf(list)).nearest(asked, 30_000_000);
      const nearest = Math.min(...list.map((each) => metresBetween(each, asked)));
      assert.ok(found);
      // Numbers of 32 bits distinguish places about a meter apart; opposite points of the earth a little less well.
      assert.ok(Math.abs(found.metres - nearest) < 5 + nearest / 10_000, `${found.metres} ${nearest}`);
    }),
  );
  const suva = new Towns(tablesOf([town('Levuka', -17.7, 179.9), town('Apia', -13.8, -171.8)]));
  assert.equal(suva.nearest({ latitude: -17.7, longitude: -179.9 }, 50_000)?.name, 'Levuka');
  assert.equal(suva.nearest({ latitude: 0, longitude: 0 }, 50_000), null);
});

test('[TOWN-2] a place is told by direction and distance from its town, in the words of the reader', () => {
  const towns = new Towns(tablesOf([town('Ourinhos', -22.97, -49.87)]));
  const textOf = (
    latitude: number,
    longitude: number,
    language: 'pt-BR' | 'es' | 'en',
    distanceUnit = 'km',
  ) =>
    townText(towns.nearest({ latitude, longitude }, 100_000) ?? assert.fail(), {
      language,
      distanceUnit: distanceUnit === 'mi' ? 'mi' : 'km',
    });
  assert.equal(textOf(-22.97, -49.8, 'pt-BR'), '7 km a L de Ourinhos, X, BR');
  assert.equal(textOf(-22.9, -49.8, 'es'), '11 km al NE de Ourinhos, X, BR');
  assert.equal(textOf(-23.05, -49.95, 'en', 'mi'), '8 mi SW of Ourinhos, X, BR');
  assert.equal(textOf(-22.9, -49.87, 'en'), '8 km N of Ourinhos, X, BR');
  assert.equal(textOf(-22.975, -49.875, 'en'), 'Ourinhos, X, BR');
});

test('[TOWN-3] the list of the world is read once, in a thread, and shared with others', async () => {
  const [one, other] = await Promise.all([loadTowns(), loadTowns()]);
  assert.equal(one, other);
  assert.equal(townsIfLoaded(), one);
  const name = (latitude: number, longitude: number) =>
    one.nearest({ latitude, longitude }, 50_000)?.region ?? null;
  assert.equal(name(-15.6, -56.1), 'Mato Grosso, BR');
  assert.equal(name(40.75, -73.98), 'New York, US');
  assert.equal(name(-30, -30), null);
  assert.ok(one.tables.points.buffer instanceof SharedArrayBuffer);
  assert.ok(one.tables.nameEnds.length > 150_000);
});

test('[TOWN-700] districts and regions are named with their accents, in the words of their country', async () => {
  const towns = await loadTowns();
  const at = (latitude: number, longitude: number): string => {
    const found = towns.nearest({ latitude, longitude }, 50_000) ?? assert.fail();
    return `${found.name}, ${found.region}`;
  };
  assert.equal(at(-23.5477, -46.6315), 'Sé, São Paulo, BR');
  assert.equal(at(-23.5376, -46.5948), 'Belém, São Paulo, BR');
  assert.match(at(-15.82, -47.93), /, Distrito Federal, BR$/);
  assert.match(at(-31.4, -64.18), /, Córdoba, AR$/);
  assert.match(at(4.6, -74.08), /, Bogotá D\.C\., CO$/);
  assert.match(at(6.25, -75.56), /, Antioquia, CO$/);
  const names = Buffer.from(towns.tables.names).toString();
  assert.doesNotMatch(names, /São Luis do|Sao Domingos|Capao Redondo/);
});

test('[TOWN-4] tables of an earlier start are taken while their files are the same, else made anew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-towns-'));
  try {
    const [list, binary] = [join(folder, 'list.json'), join(folder, 'towns.bin')];
    writeFileSync(list, 'one');
    assert.equal(readStoredTables(binary, [list]), null);
    const tables = tablesOf([town('Ourinhos', -22.97, -49.87), town('Assis', -22.66, -50.41)]);
    storeTables(binary, [list], tables);
    assert.deepEqual(readdirSync(folder).toSorted(), ['list.json', 'towns.bin']);
    const read = readStoredTables(binary, [list]) ?? assert.fail();
    assert.deepEqual(read, tables);
    assert.ok(read.points.buffer instanceof SharedArrayBuffer);
    assert.equal(new Towns(read).nearest({ latitude: -22.9, longitude: -49.8 }, 50_000)?.name, 'Ourinhos');

    writeFileSync(list, 'another');
    assert.equal(readStoredTables(binary, [list]), null, 'another list');
    storeTables(binary, [list], tables);
    truncateSync(binary, 100);
    assert.equal(readStoredTables(binary, [list]), null, 'cut off');
    storeTables(join(folder, 'nowhere', 'towns.bin'), [list], tables);
    assert.deepEqual(readdirSync(folder).toSorted(), ['list.json', 'towns.bin']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
