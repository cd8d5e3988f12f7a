import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { attributes, identifier, integer, optionalText, reference, text } from './fields.ts';

const amount = () =>
  z.preprocess((v) => (v === undefined || v === null || v === '' ? 0 : v), z.coerce.number());

/** @source docs/reference/tracking-api.md §2.13, §2.14, §2.19 */
export const driverBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  name: text(FIELD_LIMITS.driver.name),
  uniqueId: identifier(FIELD_LIMITS.driver.uniqueId),
});
export type DriverBody = z.output<typeof driverBody>;

export const calendarBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  name: text(FIELD_LIMITS.calendar.name),
  data: z.base64().min(1).max(FIELD_LIMITS.calendar.data),
});
export type CalendarBody = z.output<typeof calendarBody>;

/** A period of 0 is a service that comes once, at its start; without a start either it would never come. */
export const maintenanceBody = z
  .strictObject({
    id: integer(),
    attributes: attributes(),
    name: text(FIELD_LIMITS.maintenance.name),
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
  description: text(FIELD_LIMITS.computed.description),
  attribute: text(FIELD_LIMITS.computed.attribute),
  expression: text(FIELD_LIMITS.computed.expression),
  type: text(128),
  priority: integer(),
});
export type ComputedAttributeBody = z.output<typeof computedAttributeBody>;

export const scheduledReportBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  type: text(32),
  description: text(FIELD_LIMITS.report.description),
  calendarId: reference(),
});
export type ScheduledReportBody = z.output<typeof scheduledReportBody>;
