import { z } from 'zod';
import { acknowledgeBody } from '../../schemas/acknowledged-events.ts';
import { text } from '../query-fields.ts';
import { defineRoutes, one } from '../route.ts';
import { QR_ROUTES } from './qr-driver.ts';

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
  'GET /events/acknowledged': {
    area,
    summary: 'Events that the caller has seen to, in whatever browser',
    access: 'session',
    answer: one('AcknowledgedEvents'),
  },
  'PUT /events/acknowledged': {
    area,
    summary: 'Adds to them, and takes away',
    access: 'session',
    body: acknowledgeBody,
    answer: one('AcknowledgedEvents'),
  },
  ...QR_ROUTES,
});
export type ExtensionRoutes = typeof EXTENSION_ROUTES;
export type ExtensionKey = keyof ExtensionRoutes;
