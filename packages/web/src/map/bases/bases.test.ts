import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TileArchive } from '@rastro/fleet';
import type { StyleSpecification } from 'maplibre-gl';
import { layersOf, type StyleOptions } from '../ground/base-style.ts';
import { WORLD_NAMES } from '../ground/world-layers.ts';
import { PALETTES } from '../map-palette.ts';
import { archiveGroups, firstTile, type TileReader } from './archive-tiles.ts';
import { BASE_PREFIX } from './base-parts.ts';
import { standIn } from './stand-in.ts';
import { streetParts } from './street-style.ts';
import { fetchStyle, styleParts } from './style-parts.ts';
import { retryAfterMs } from './tile-health.ts';
import { outside } from './world-under.ts';

const STYLE: StyleOptions = { scheme: 'light', basePath: '', language: 'es', accent: '#123456' };
const archive = (url: string, part: Partial<TileArchive> = {}): TileArchive => ({
  url,
  bounds: { west: -52, south: -31, east: -51, north: -30 },
  minZoom: 8,
  maxZoom: 15,
  attribution: '© OpenStreetMap',
  ...part,
});
const SOUTH = archive('/south');
const NORTH = archive('/north', { bounds: { west: -47, south: -24, east: -46, north: -23 } });
const WORLD = archive('/world', {
  bounds: { west: -180, south: -85, east: 180, north: 85 },
  minZoom: 0,
  maxZoom: 6,
  attribution: '',
});

test('[STREET-20] archives that reach equally deep are one source, the shallow ones under the deep ones', () => {
  const groups = archiveGroups([SOUTH, WORLD, NORTH]);
  assert.deepEqual(
    groups.map(({ maxZoom, minZoom, archives }) => [maxZoom, minZoom, archives.map(({ url }) => url)]),
    [
      [6, 0, ['/world']],
      [15, 8, ['/south', '/north']],
    ],
  );
  assert.deepEqual(groups[1]?.bounds, { west: -52, south: -31, east: -46, north: -23 });
  assert.equal(groups[1]?.attribution, '© OpenStreetMap');
  const { sources, layers } = streetParts(groups, 'k', STYLE);
  assert.deepEqual(Object.keys(sources), ['base:streets-6', 'base:streets-15']);
  assert.ok(layers.every(({ id }) => id.startsWith(BASE_PREFIX)));
  assert.equal(new Set(layers.map(({ id }) => id)).size, layers.length);
});

test('[STREET-21] a tile comes from the first archive that has it; what lies elsewhere is not opened', async () => {
  const opened: string[] = [];
  const has: Readonly<Record<string, readonly number[]>> = { '/south': [], '/upper': [1], '/lower': [1, 2] };
  const readerOf = (url: string): TileReader => ({
    tile: async () => {
      opened.push(url);
      const bytes = has[url] ?? [];
      return bytes.length === 0 ? undefined : Uint8Array.from(bytes).buffer;
    },
  });
  const archives = [NORTH, SOUTH, archive('/upper'), archive('/lower'), WORLD];
  // Porto Alegre.
  const at = { z: 12, x: 1466, y: 2406 };
  const signal = new AbortController().signal;
  assert.equal((await firstTile(archives, readerOf, at, signal)).byteLength, 1);
  assert.deepEqual(opened, ['/south', '/upper']);
  assert.equal((await firstTile(archives, readerOf, { z: 12, x: 0, y: 0 }, signal)).byteLength, 0);
  assert.equal((await firstTile([SOUTH], readerOf, { z: 16, x: 23456, y: 38496 }, signal)).byteLength, 0);
  assert.deepEqual(opened, ['/south', '/upper'], 'outside its bounds and zooms no file is read');
});

test('[STREET-22] streets name no foreign address and no font but ours, and have no seam with the world beneath', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const { layers, sprite, sources } = streetParts(archiveGroups([SOUTH]), 'k', { ...STYLE, scheme });
    assert.equal(sprite, null);
    const text = JSON.stringify({ layers, sources });
    assert.doesNotMatch(text, /https?:/);
    assert.ok(layers.every(({ type }) => type !== 'background'));
    const fill = (id: string): unknown => {
      const layer = layers.find((each) => each.id.endsWith(`-${id}`));
      return layer?.type === 'fill' ? layer.paint?.['fill-color'] : undefined;
    };
    assert.equal(fill('earth'), PALETTES[scheme].land);
    assert.equal(fill('water'), PALETTES[scheme].water);
    for (const layer of layers) {
      if (layer.type !== 'symbol' || layer.layout?.['text-field'] === undefined) continue;
      assert.match(JSON.stringify(layer.layout['text-font']), /Inter Variable/, layer.id);
    }
    assert.match(text, /"name:es"/);
  }
});

test('[STREET-23] the world keeps its names where no archive lies, and those of an archive begin with its first zoom', () => {
  assert.deepEqual(outside(WORLD_NAMES.cities, []), WORLD_NAMES.cities);
  const text = JSON.stringify(outside(WORLD_NAMES.cities, [SOUTH]));
  assert.match(text, /^\["all",\["all",.*\["any",\["<",\["zoom"\],8\],\["!",\["within",\{"type":"Polygon"/);
  for (const id of Object.keys(WORLD_NAMES)) assert.ok(layersOf(STYLE).some((layer) => layer.id === id));
});

const FOREIGN: StyleSpecification = {
  version: 8,
  sprite: 'sprites/day',
  glyphs: 'https://fonts.example/{fontstack}/{range}.pbf',
  sources: {
    streets: { type: 'vector', url: '/planet' },
    shade: { type: 'raster', tiles: ['shade/{z}/{x}/{y}.png'] },
  },
  layers: [
    { id: 'ground', type: 'background' },
    { id: 'tower', type: 'fill-extrusion', source: 'streets', 'source-layer': 'building' },
    {
      id: 'town',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'place',
      layout: { 'text-field': ['get', 'name_en'], 'text-font': ['Noto Sans Bold'], 'icon-image': 'dot' },
    },
    {
      id: 'road',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'road',
      layout: { 'text-field': '{ref}', 'text-font': ['Noto Sans Regular'] },
    },
  ],
};

test('[STREET-24] a style of others comes under ours: prefixed, flat, in our font and the language of the reader', () => {
  const { sources, layers, sprite, covers } = styleParts(FOREIGN, 'https://a.example/styles/x.json', 'pt-BR');
  assert.equal(covers, 'everywhere');
  assert.equal(sprite, 'https://a.example/styles/sprites/day');
  assert.deepEqual(sources, {
    'base:streets': { type: 'vector', url: 'https://a.example/planet' },
    'base:shade': { type: 'raster', tiles: ['https://a.example/styles/shade/{z}/{x}/{y}.png'] },
  });
  assert.deepEqual(
    layers.map(({ id }) => id),
    ['base:ground', 'base:town', 'base:road'],
  );
  const [, town, road] = layers.map((layer) => (layer.type === 'symbol' ? layer.layout : undefined));
  assert.deepEqual(town?.['text-field'], [
    'coalesce',
    ['get', 'name:pt'],
    ['get', 'name:latin'],
    ['get', 'name'],
  ]);
  assert.match(JSON.stringify(town?.['text-font']), /^\["Inter SemiBold"/);
  assert.equal(town?.['icon-image'], 'dot');
  assert.equal(road?.['text-field'], '{ref}');
});

test('[STREET-25] an answer that is no style is a base that cannot be had', async (test) => {
  const answers: Readonly<Record<string, Response>> = {
    'https://a.example/gone': new Response('no', { status: 404 }),
    'https://a.example/page': new Response('<html>'),
    'https://a.example/other': Response.json({ version: 7, sources: {}, layers: [] }),
    'https://a.example/night': Response.json(FOREIGN),
  };
  test.mock.method(globalThis, 'fetch', async (url: string) => answers[url]);
  const signal = new AbortController().signal;
  const source = { id: 'style', format: 'style', name: '', attribution: '', maxZoom: 20 } as const;
  for (const url of ['https://a.example/gone', 'https://a.example/page', 'https://a.example/other'])
    await assert.rejects(fetchStyle({ ...source, url }, STYLE, signal), url);
  const night = { ...source, url: 'https://a.example/gone', darkUrl: 'https://a.example/night' };
  assert.equal((await fetchStyle(night, { ...STYLE, scheme: 'dark' }, signal)).layers.length, 3);
});

test('[STREET-26] while a base does not answer the streets of the operator stand in', () => {
  const style = {
    id: 'style',
    format: 'style',
    name: 'a',
    url: 'https://a/',
    attribution: '',
    maxZoom: 20,
  } as const;
  const own = {
    id: 'archives',
    format: 'archives',
    name: '',
    url: '',
    attribution: '',
    maxZoom: 15,
  } as const;
  assert.equal(standIn([style, own]), own);
  assert.equal(standIn([style]), null);
});

test('[STREET-25] a style of others that stays away is asked after half a minute, then ever more seldom', () => {
  assert.deepEqual([0, 1, 2, 4, 20].map(retryAfterMs), [30_000, 60_000, 120_000, 480_000, 480_000]);
});
