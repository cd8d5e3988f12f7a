import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { parseArea, type AreaFailure } from '../geometry/area.ts';
import { attributes, ignoring, integer, optionalText, reference, text } from './fields.ts';

const PROBLEMS: Readonly<Record<AreaFailure, string>> = {
  SHAPE: 'is no CIRCLE, POLYGON or LINESTRING',
  POINT: 'has a point that is no latitude and longitude',
  TOO_FEW_POINTS: 'has too few points',
  TOO_MANY_POINTS: 'has more than 4000 points',
  RADIUS: 'has no radius above 0',
};

/** The area is checked here: a bad one must not wait in the database for the first position. */
export const geofenceBody = ignoring(
  ['geometry'],
  z.strictObject({
    id: integer(),
    attributes: attributes(),
    name: text(FIELD_LIMITS.geofence.name),
    description: optionalText(FIELD_LIMITS.geofence.description),
    area: z
      .string()
      .max(200_000)
      .superRefine((value, context) => {
        const parsed = parseArea(value);
        if (!parsed.ok) context.addIssue({ code: 'custom', message: PROBLEMS[parsed.error] });
      }),
    calendarId: reference(),
  }),
);
export type GeofenceBody = z.output<typeof geofenceBody>;
