import type { z } from 'zod';
import { entity, listOf, type Parameter, type RouteDescription } from './route-description.ts';

/** The five routes of an entity. @source reference/tracking-api.md §3.1 */
export function crud(
  path: string,
  about: {
    readonly area: string;
    /** As the answer is called, e.g. `Device`. */
    readonly entity: string;
    /** As people call it; else the entity's name in lower case. */
    readonly name?: string;
    readonly body: z.ZodType;
    readonly list: readonly Parameter[];
  },
): Record<string, RouteDescription> {
  const { area, body, list } = about;
  const name = about.name ?? about.entity.toLowerCase();
  return {
    [`GET /${path}`]: { area, summary: `Lists: ${name}`, query: list, answer: listOf(about.entity) },
    [`GET /${path}/:id`]: { area, summary: `One ${name}`, answer: entity(about.entity) },
    [`POST /${path}`]: {
      area,
      summary: `New ${name}, linked to its maker`,
      body,
      answer: entity(about.entity),
    },
    [`PUT /${path}/:id`]: {
      area,
      summary: `Replaces one ${name}; the body names it`,
      body,
      answer: entity(about.entity),
    },
    [`DELETE /${path}/:id`]: { area, summary: `Removes one ${name} and its links` },
  };
}
