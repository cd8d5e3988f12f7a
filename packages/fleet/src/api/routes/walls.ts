import { z } from 'zod';
import { WALL_HEADER } from '../../layouts/wall.ts';
import { wallBody } from '../../schemas/wall.ts';
import { made, removed } from '../audit-rules.ts';
import { integer } from '../query-fields.ts';
import { defineRoutes, json, listOf, nothing, one } from '../route.ts';
import { wallViewAnswer } from '../wall-view-answer.ts';

/** Guests have none even where the standard edition gives every right to everybody: the handlers check that. */
const own = { area: 'layouts', access: 'devices.view' } as const;

/** Overviews on screens that hang somewhere, opened by a link alone. */
export const WALL_ROUTES = defineRoutes({
  'GET /walls': { ...own, summary: "The caller's walls that are not over", answer: listOf('Wall') },
  'POST /walls': {
    ...own,
    summary: 'Makes a wall; its token is answered this once',
    body: wallBody,
    answer: one('NewWall'),
    errors: [404, 409],
    audit: made('wall'),
  },
  'DELETE /walls/:id': {
    ...own,
    summary: 'Ends a wall at once',
    errors: [404],
    audit: removed('wall'),
  },
  'GET /wall': {
    area: 'layouts',
    summary: 'What a wall draws, by its token; 204 = nothing is newer than `known`; public',
    access: 'public',
    headers: [WALL_HEADER],
    query: z.object({ known: integer('`countedAt` of what the screen shows') }),
    answer: json(wallViewAnswer),
    also: [nothing(204)],
    errors: [404, 429],
  },
});
