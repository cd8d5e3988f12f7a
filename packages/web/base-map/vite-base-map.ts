import { join } from 'node:path';
import { bakeBaseMap, versionOf } from './bake-base-map.ts';

/**
 * Vite plugin: makes the offline base map in the public folder before Vite reads it, and passes its version to the
 * application, so that browsers can cache the files forever.
 * @returns An object of Vite's `Plugin` shape.
 */
export function viteBaseMap() {
  return {
    name: 'rastro-base-map',
    async config() {
      const folder = join(import.meta.dirname, '../public/base-map');
      await bakeBaseMap(folder);
      return { define: { 'import.meta.env.BASE_MAP_VERSION': JSON.stringify(await versionOf(folder)) } };
    },
  };
}
