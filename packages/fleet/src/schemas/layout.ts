import { z } from 'zod';
import { PERIOD_PRESETS } from '../calendars/calendar-period.ts';
import { compactUp } from '../layouts/grid.ts';
import { LAYOUT_LIMITS, type LayoutContent } from '../layouts/layout.ts';
import { readCivilDate } from '../billing/civil-date.ts';
import { ignoring, text } from './fields.ts';

const ID = /^[A-Za-z0-9-]{1,40}$/;
const ids = (max: number) => z.array(z.int().positive()).max(max).default([]);
const day = z.string().refine((value) => readCivilDate(value) !== null, { message: 'is no day' });
const cells = (max: number) => z.int().min(0).max(max);

/** A kind that nobody here knows is stored: another version of the browser may draw it. */
const widget = z.strictObject({
  id: z.string().regex(ID),
  kind: z.string().regex(ID),
  x: cells(LAYOUT_LIMITS.lastRow),
  y: cells(LAYOUT_LIMITS.lastRow),
  w: cells(LAYOUT_LIMITS.lastRow),
  h: cells(LAYOUT_LIMITS.rows),
  settings: z
    .record(z.string().regex(ID), z.union([z.string().max(LAYOUT_LIMITS.text), z.number(), z.boolean()]))
    .refine((all) => Object.keys(all).length <= LAYOUT_LIMITS.settings, { message: 'has too many members' })
    .default({}),
});
const hasOwnIds = (widgets: readonly { readonly id: string }[]): boolean =>
  new Set(widgets.map(({ id }) => id)).size === widgets.length;

/** Contents of an overview, as a browser sends them; nothing overlaps after reading. */
export const layoutContentBody = z
  .strictObject({
    name: text(LAYOUT_LIMITS.name),
    period: z.union([
      z.strictObject({ preset: z.enum(PERIOD_PRESETS) }),
      z.strictObject({ from: day, to: day }).refine(({ from, to }) => from <= to, { message: 'ends before' }),
    ]),
    groupIds: ids(LAYOUT_LIMITS.groups),
    deviceIds: ids(LAYOUT_LIMITS.devices),
    widgets: z
      .array(widget)
      .max(LAYOUT_LIMITS.widgets)
      .refine(hasOwnIds, { message: 'has an id twice' })
      .transform((widgets) => compactUp(widgets))
      .meta({ type: 'array' }),
  })
  .meta({ title: 'LayoutContent' });

/** A change, with what it began from: changes of other devices are merged. */
export const layoutChangeBody = ignoring(
  ['id'],
  z.strictObject({
    /** Revision that `base` was read at. */
    revision: z.int().min(0),
    base: layoutContentBody,
    layout: layoutContentBody,
  }),
).meta({ title: 'LayoutChange' });

/** Every overview of the caller, in the new order. */
export const layoutOrderBody = z
  .strictObject({ ids: z.array(z.int().positive()).max(LAYOUT_LIMITS.layouts) })
  .meta({ title: 'LayoutOrder' });

const storedLayout = layoutContentBody.extend({ id: z.int().positive(), revision: z.int().min(1) });
/** Overviews of a user as the extension stores them; `next` is never given twice. */
export const storedLayouts = z.object({
  next: z.int().positive().default(1),
  layouts: z.array(storedLayout).default([]),
});
export type StoredLayouts = z.output<typeof storedLayouts>;

/** A default that somebody has set for their customers. */
export const storedDefault = z.object({ layout: layoutContentBody });
/** Reads it. */
export const defaultIn = (body: unknown): LayoutContent => storedDefault.parse(body).layout;
