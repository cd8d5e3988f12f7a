import { join } from 'node:path';
import { bakeBaseMap } from './bake-base-map.ts';

/**
 * Vite plugin: makes the offline base map in the public folder before Vite looks into it.
 * @returns An object of Vite's `Plugin` shape.
 */
export function viteBaseMap() {
  return {
    name: 'rastro-base-map',
    async configResolved({ publicDir }: { readonly publicDir: string }): Promise<void> {
      await bakeBaseMap(join(publicDir, 'base-map'));
    },
  };
}
