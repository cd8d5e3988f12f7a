import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { imageSize } from 'image-size';
import { Canvas } from './canvas.ts';
import { drawMap } from './draw-map.ts';
import { encodePng } from './encode-png.ts';
import { MapPictures } from './map-pictures.ts';
import type { World } from './world.ts';

const WHITE = [255, 255, 255] as const;
const BLACK = [0, 0, 0] as const;
const SQUARE = [
  [-10, -10],
  [10, -10],
  [10, 10],
  [-10, 10],
  [-10, -10],
];
const pixel = ({ width, pixels }: Canvas, x: number, y: number): number[] => [
  ...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

test('[PICTURE-100] a shape covers what it covers, half a pixel by half, with the holes that it has', () => {
  const canvas = new Canvas(10, 10, WHITE);
  canvas.fillShapes(
    [
      [1, 1, 9, 1, 9, 9, 1, 9],
      [3, 3, 7, 3, 7, 7, 3, 7],
    ],
    BLACK,
  );
  assert.deepEqual(pixel(canvas, 0, 5), [255, 255, 255]);
  assert.deepEqual(pixel(canvas, 1, 5), [0, 0, 0]);
  assert.deepEqual(pixel(canvas, 5, 5), [255, 255, 255], 'the hole');
  const half = new Canvas(4, 4, WHITE);
  half.fillShapes([[0.5, 0, 2, 0, 2, 4, 0.5, 4]], BLACK);
  assert.deepEqual(pixel(half, 0, 2), [128, 128, 128]);
  const beyond = new Canvas(4, 4, WHITE);
  beyond.fillShapes([[-90, -90, 90, -90, 90, 90, -90, 90]], BLACK);
  for (let at = 0; at < 4; at++) assert.deepEqual(pixel(beyond, at, at), [0, 0, 0]);
});

const aWorld = (longitude: number): World => ({
  land: [
    {
      points: Float64Array.from(SQUARE.flatMap(([x = 0, y = 0]) => [x + longitude, y])),
      west: longitude - 10,
      east: longitude + 10,
      south: -10,
      north: 10,
    },
  ],
  lakes: [],
  rivers: [],
  borders: [],
  states: [],
  towns: [{ name: 'Łódź', longitude: longitude + 0.6, latitude: 0.3, order: 0 }],
});

test('[PICTURE-101] a map shows the land around a place, the other side of the date line too, as a small PNG', () => {
  const land = (world: World, longitude: number) => pixel(drawMap(world, { latitude: 0, longitude }), 5, 5);
  assert.deepEqual(land(aWorld(0), 0), land(aWorld(179), -179.5));
  assert.notDeepEqual(land(aWorld(0), 0), land(aWorld(0), 90), 'the sea');
  const bytes = encodePng(drawMap(aWorld(0), { latitude: 0, longitude: 0 }));
  const { width, height, type } = imageSize(bytes);
  assert.deepEqual([width, height, type], [804, 300, 'png']);
  assert.ok(bytes.length < 24_000, String(bytes.length));
  for (const latitude of [90, -90, 1e9]) drawMap(aWorld(0), { latitude, longitude: 1e6 });
});

test('[PICTURE-102] pictures are drawn beside the process; where the world was not built there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-world-'));
  const none = new MapPictures(folder);
  assert.equal(await none.draw({ latitude: 1, longitude: 2 }), null);
  await none.close();
  const feature = (kind: string, type: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { kind, name: 'A', order: 0 },
    geometry: { type, coordinates },
  });
  const features = [feature('land', 'Polygon', [SQUARE]), feature('city', 'Point', [0.5, 0.5])];
  for (const name of ['fine', 'inland', 'places'])
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ type: 'FeatureCollection', features }));
  const pictures = new MapPictures(folder);
  const first = await pictures.draw({ latitude: 1, longitude: 2 });
  assert.ok(first && imageSize(first).width === 804);
  assert.equal(await pictures.draw({ latitude: 1.00001, longitude: 2 }), first, 'kept');
  assert.equal(await pictures.draw({ latitude: Number.NaN, longitude: 2 }), null);
  await pictures.close();
  rmSync(folder, { recursive: true });
});
