/** Stands in the addresses of the base map, so that browsers keep each version for ever (`base-map/vite-base-map.ts`). */
export const BASE_MAP_VERSION = String(import.meta.env['BASE_MAP_VERSION'] ?? '');
