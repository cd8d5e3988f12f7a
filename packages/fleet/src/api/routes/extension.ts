import { z } from 'zod';
import { text } from '../query-fields.ts';
import { defineRoutes, one } from '../route.ts';

const area = 'extension';

/** What sits on top of any tracking server, below the prefix of the extension. */
export const EXTENSION_ROUTES = defineRoutes({
  'GET /assets/custom/config.json': {
    area,
    summary: 'Brand, links and maps of the application; public',
    access: 'public',
    answer: one('Branding'),
  },
  'GET /visitor': {
    area,
    summary: 'City and weather, by the address of the caller or else by a place',
    access: 'session',
    query: z.object({ latitude: text('Degrees'), longitude: text('Degrees') }),
    answer: one('Visitor'),
  },
});
export type ExtensionRoutes = typeof EXTENSION_ROUTES;
export type ExtensionKey = keyof ExtensionRoutes;
