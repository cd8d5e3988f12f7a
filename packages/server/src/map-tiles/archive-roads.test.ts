import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { shippedAreas } from '@rastro/simulator';
import { makeStreetArchives } from '../../../../e2e/support/street-archives.ts';
import { demoAreas } from '../demo/demo-roads.ts';
import { archiveRoads } from './archive-roads.ts';

const SAO_PAULO = { latitude: -23.5505, longitude: -46.6333 };

test('[STREET-800] streets are read from an archive around a place, and go on from tile to tile', async (context) => {
  const folder = makeStreetArchives();
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'sao-paulo.pmtiles');
  const lines = await archiveRoads({ path, maxZoom: 15 }, { centre: SAO_PAULO, radiusM: 1500 });
  assert.ok(lines.length > 8);
  assert.ok(
    lines.every(({ rank, points }) => rank === 'primary' && points.length === 2),
    'no lanes of houses',
  );
  const ends = lines.map(({ points: [, end] }) => JSON.stringify(end));
  const starts = new Set(lines.map(({ points: [start] }) => JSON.stringify(start)));
  assert.ok(ends.some((end) => starts.has(end)));
  const far = { centre: { latitude: 48, longitude: 11 }, radiusM: 1500 };
  assert.deepEqual(await archiveRoads({ path, maxZoom: 15 }, far), []);
});

test('[STREET-801] a map without enough streets leaves the vehicles of the demonstration on those that are shipped', async (context) => {
  const folder = makeStreetArchives();
  context.after(() => rmSync(folder, { recursive: true }));
  const log = pino({ level: 'silent' });
  assert.deepEqual(await demoAreas(folder, log), shippedAreas());
  assert.deepEqual(await demoAreas('', log), shippedAreas());
  writeFileSync(join(folder, 'porto-alegre.pmtiles'), Buffer.alloc(300));
  await assert.rejects(demoAreas(folder, log));
});
