import { z } from 'zod';
import { count, flag, instant, integer, integers, text, texts, theInstant } from './query-fields.ts';

const named = {
  keyword: text('Part of the name, in any case'),
  limit: count('Most rows; 0 = all'),
  offset: count('Rows left out before'),
  excludeAttributes: flag('Leaves the attributes empty'),
};
const userId = integer('As that user sees it: direct links only');
const simple = { all: flag('Everything; administrators only'), userId, ...named };

/** Of simple lists. @source docs/reference/tracking-api.md §1.7 */
export const simpleList = z.object(simple);
/** Of lists that can be narrowed to a device or group. */
export const narrowedList = z.object({
  ...simple,
  deviceId: integer('Linked directly to this device'),
  groupId: integer('Linked directly to this group'),
});
export const deviceList = z.object({
  ...simple,
  id: integers('Devices by id'),
  uniqueId: texts('Devices by unique id'),
  deviceId: integer('Devices linked to this device'),
});
export const userList = z.object({ userId, deviceId: integer('Users with this device'), ...named });

/** A stretch of time that must be given; both ends count. */
export const period = {
  from: theInstant('Begin, included; with zone'),
  to: theInstant('End, included; with zone'),
};
/** A stretch of time that may be given. */
export const anyPeriod = { from: instant('Begin, included'), to: instant('End, included') };
export const page = { limit: count('Most items; 0 = all'), offset: count('Items left out before') };

export type SimpleList = z.output<typeof simpleList>;
export type NarrowedList = z.output<typeof narrowedList>;
/** Filters that every list accepts. */
export type ListQuery = Pick<SimpleList, 'keyword' | 'limit' | 'offset' | 'excludeAttributes'>;
