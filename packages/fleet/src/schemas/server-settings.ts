import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { decimal, flag, integer, optionalText, zonedAttributes } from './fields.ts';

/**
 * Fields that an administrator may write; computed and unknown fields are dropped
 * (docs/reference/tracking-api.md §2.16, §3.15).
 */
export const serverSettingsBody = z.object({
  attributes: zonedAttributes(),
  registration: flag(),
  readonly: flag(),
  deviceReadonly: flag(),
  limitCommands: flag(),
  disableReports: flag(),
  fixedEmail: flag(),
  map: optionalText(128),
  bingKey: optionalText(128),
  mapUrl: optionalText(512),
  overlayUrl: optionalText(512),
  poiLayer: optionalText(512),
  coordinateFormat: optionalText(128),
  latitude: decimal(-90, 90),
  longitude: decimal(-180, 180),
  zoom: integer(),
  forceSettings: flag(),
  announcement: optionalText(FIELD_LIMITS.server.announcement),
});
export type ServerSettingsBody = z.output<typeof serverSettingsBody>;
