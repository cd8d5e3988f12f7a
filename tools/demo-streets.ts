import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { archiveRoads } from '../packages/server/src/map-tiles/archive-roads.ts';
import { readArchive } from '../packages/server/src/map-tiles/read-archive.ts';
import { AREAS, RoadNet, shippableLines, STREET_TOWNS, writeLines } from '../packages/simulator/src/index.ts';

/**
 * Makes the streets of the demonstration: `node tools/demo-streets.ts FOLDER`, where the folder has archives (PMTiles,
 * schema of Protomaps 4) of the towns. The output is data of OpenStreetMap, under the ODbL.
 */
const [folder = '.'] = process.argv.slice(2);
const into = fileURLToPath(new URL('../packages/simulator/src/roads/streets/', import.meta.url));
for (const name of STREET_TOWNS) {
  const { centre } = AREAS[name];
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.pmtiles'))) {
    const path = join(folder, file);
    const { bounds, maxZoom } = await readArchive(path);
    const isInside =
      bounds.west < centre.longitude &&
      bounds.east > centre.longitude &&
      bounds.south < centre.latitude &&
      bounds.north > centre.latitude;
    if (!isInside) continue;
    const net = RoadNet.of(await archiveRoads({ path, maxZoom }, AREAS[name]), AREAS[name]);
    if (!net) throw new Error(`Cannot ship the streets of ${name}: ${file} has none`);
    const text = writeLines(shippableLines(net, AREAS[name]));
    writeFileSync(join(into, `${name}.txt`), `${text}\n`);
    process.stdout.write(`${name}: ${net.edges.length} stretches, ${text.length} bytes\n`);
  }
}
