/// <reference lib="webworker" />
// The worker of the map starts itself.
import 'maplibre-gl/dist/maplibre-gl-worker.mjs';
import { BASE_MAP_PROTOCOL } from './base-map-protocol.ts';
import { unpackWorld, type PackedWorld } from './packed-world.ts';

type LoadJson = (
  request: { readonly url: string },
  abort: AbortController,
) => Promise<{ readonly data: unknown }>;
declare const self: DedicatedWorkerGlobalScope & {
  addProtocol(name: string, load: LoadJson): void;
};

self.addProtocol(BASE_MAP_PROTOCOL, async ({ url }, { signal }) => {
  const answer = await fetch(url.slice(`${BASE_MAP_PROTOCOL}://`.length), { signal });
  if (!answer.ok) throw new Error(`Cannot read the base map: ${answer.status} for ${url}`);
  const world: PackedWorld = await answer.json();
  return { data: unpackWorld(world) };
});
