import { z } from 'zod';
import { count, flag, instant, text } from '../query-fields.ts';
import { defineRoutes, one } from '../route.ts';

const query = z.object({
  from: instant('Begin, included; a week ago when not given'),
  to: instant('End, included; now when not given'),
  kind: text('Only one kind of reading: `live`, `latest`, `history`, `report` or `export`'),
  text: text('Part of the name of who read'),
  oldest: flag('Oldest first'),
  limit: count('Most lines of a page, at most 500; 100 when not given'),
  after: text('`next` of the page before'),
});
const log = {
  area: 'viewings',
  access: 'users.view',
  query,
  answer: one('ViewingPage'),
  errors: [404, 501, 502],
} as const;

/**
 * Access log of positions (LGPD), for administrators and managers of users.
 * @source docs/reference/requirements.md PRODUCT §15
 */
export const ACCESS_LOG_ROUTES = defineRoutes({
  'GET /devices/:id/viewings': {
    ...log,
    summary: 'Who read positions of a vehicle, by the hour; administrators and those who look after people',
  },
  'GET /users/:id/viewings': {
    ...log,
    summary: 'Whose positions somebody read, by the hour; administrators and those who look after him',
  },
  'GET /drivers/:id/viewings': {
    ...log,
    summary:
      'Who read positions of the vehicles that a driver drove, in the hours in which he did, and their history since',
  },
});
export type AccessLogQuery = z.output<typeof query>;
