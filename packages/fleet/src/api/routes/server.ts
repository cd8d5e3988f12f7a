import { z } from 'zod';
import { serverSettingsBody } from '../../schemas/server-settings.ts';
import { did } from '../audit-rules.ts';
import { period } from '../lists.ts';
import { coordinate, texts, theText } from '../query-fields.ts';
import { defineRoutes, file, json, listOf, nothing, one } from '../route.ts';

/** A place that a geocoder knows by its address. */
export interface FoundPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}
/** Address of a place. */
export interface PlaceAddress {
  readonly latitude: number;
  readonly longitude: number;
  /** An address that is known already, else the nearest town; null = the open sea. */
  readonly address: string | null;
  /** That town alone, for sorting; null = the address tells it, or unknown. */
  readonly town: string | null;
}
const area = 'server';
const restarted = did('restart', 'server', 1);

/** @source docs/reference/tracking-api.md §3.15, §3.16 */
export const SERVER_ROUTES = defineRoutes({
  'GET /server': {
    area,
    summary: 'Settings and abilities of the server; public',
    access: 'public',
    answer: one('Server'),
  },
  'PUT /server': {
    area,
    summary: 'Replaces the settings; administrators',
    access: 'administrator',
    body: serverSettingsBody.meta({ title: 'ServerUpdate' }),
    answer: one('Server'),
    audit: did('edit', 'server', 1),
  },
  'GET /server/timezones': {
    area,
    summary: 'Names of the time zones',
    access: 'session',
    answer: json<readonly string[]>(z.array(z.string())),
  },
  'GET /server/geocode': {
    area,
    summary: 'The address of a place; 204 when none is known',
    access: 'session',
    query: z.object({ latitude: coordinate(90), longitude: coordinate(180) }),
    answer: file('text/plain'),
    also: [nothing(204)],
  },
  'GET /server/geocode/search': {
    feature: 'places',
    area,
    summary: 'Places by their names (own)',
    access: 'session',
    query: z.object({ query: theText('What is looked for') }),
    answer: listOf('FoundPlace'),
  },
  'GET /server/addresses': {
    feature: 'places',
    area,
    summary:
      'Where places are, in words: what is known now, or the nearest town, by whose name they are put in order; at most 200 (own)',
    access: 'session',
    query: z.object({ place: texts('A place: latitude,longitude') }),
    answer: listOf('PlaceAddress'),
  },
  'POST /server/restart': {
    feature: 'restart',
    area,
    summary: 'Ends the server and starts it again; administrators',
    access: 'administrator',
    audit: restarted,
  },
  'POST /server/reboot': {
    area,
    summary: 'The same under the name of the tracking API',
    access: 'administrator',
    audit: restarted,
  },
  'GET /health': {
    area,
    summary: 'OK while the database answers; public',
    access: 'public',
    answer: file('text/plain'),
    errors: [500],
  },
  'GET /openapi.json': {
    feature: 'reference',
    area,
    summary: 'This description; public',
    access: 'public',
    answer: json(z.record(z.string(), z.unknown())),
  },
  'GET /docs': {
    feature: 'reference',
    area,
    summary: 'This description as a page; public',
    access: 'public',
    answer: file('text/html'),
  },
  'GET /docs.css': {
    feature: 'reference',
    area,
    summary: 'Its style sheet; public',
    access: 'public',
    answer: file('text/css'),
  },
  'GET /audit': {
    area,
    summary: 'Who did what and when; administrators',
    access: 'administrator',
    query: z.object(period),
    answer: listOf('Action'),
  },
  'GET /statistics': {
    area,
    summary: 'Figures of each day; administrators',
    access: 'administrator',
    query: z.object(period),
    answer: listOf('Statistics'),
  },
});
