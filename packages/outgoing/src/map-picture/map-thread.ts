import { parentPort, workerData } from 'node:worker_threads';
import { drawMap, type Place } from './draw-map.ts';
import { encodePng } from './encode-png.ts';
import { readWorld } from './world.ts';

interface Asked extends Place {
  readonly id: number;
}

if (parentPort) {
  const port = parentPort;
  const world = readWorld(String(Object(workerData).folder));
  port.on('message', async ({ id, ...place }: Asked) => {
    try {
      port.postMessage({ id, bytes: encodePng(drawMap(await world, place)) });
    } catch {
      // The application has not been built: mails go out without a picture.
      port.postMessage({ id, bytes: null });
    }
  });
}
