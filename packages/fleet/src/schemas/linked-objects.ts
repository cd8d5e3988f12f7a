import { z } from 'zod';
import { attributes, identifier, integer, optionalText, reference, text } from './fields.ts';

const amount = () =>
  z.preprocess((v) => (v === undefined || v === null || v === '' ? 0 : v), z.coerce.number());

/** @source docs/reference/tracking-api.md §2.13, §2.14, §2.19 */
export const driverBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  name: text(128),
  uniqueId: identifier(128),
});
export type DriverBody = z.output<typeof driverBody>;

export const calendarBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  name: text(128),
  data: z.base64().min(1).max(1_000_000),
});
export type CalendarBody = z.output<typeof calendarBody>;

/** A period of 0 is a service that comes once, at its start; without a start either it would never come. */
export const maintenanceBody = z
  .strictObject({
    id: integer(),
    attributes: attributes(),
    name: text(128),
    type: text(128),
    start: amount(),
    period: amount().pipe(z.number().min(0)),
  })
  .refine(({ start, period }) => period > 0 || start > 0, {
    path: ['period'],
    message: 'must be above 0, or the start must',
  });
export type MaintenanceBody = z.output<typeof maintenanceBody>;

export const orderBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  uniqueId: text(128),
  description: optionalText(512),
  fromAddress: optionalText(512),
  toAddress: optionalText(512),
});
export type OrderBody = z.output<typeof orderBody>;

export const computedAttributeBody = z.strictObject({
  id: integer(),
  description: text(4000),
  attribute: text(128),
  expression: text(4000),
  type: text(128),
  priority: integer(),
});
export type ComputedAttributeBody = z.output<typeof computedAttributeBody>;

export const scheduledReportBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  type: text(32),
  description: text(128),
  calendarId: reference(),
});
export type ScheduledReportBody = z.output<typeof scheduledReportBody>;
