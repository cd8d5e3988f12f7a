import type { ServerFeature } from '../entities/server-features.ts';
import type { Right } from '../rights/areas.ts';

/** Condition under which a reader may see a widget; the routes behind it check the same. */
export interface WidgetAccess {
  readonly requires: Right;
  /** Absent = every tracking server has it. */
  readonly feature?: ServerFeature;
}

/** Every kind of widget, and the rights that it needs. An overview may name others: they are stored and not shown. */
export const WIDGET_KINDS = {
  states: { requires: 'devices.view' },
  alarms: { requires: 'events.view', feature: 'alarms' },
  silent: { requires: 'reports.view', feature: 'history' },
  driven: { requires: 'reports.view', feature: 'history' },
  use: { requires: 'reports.view', feature: 'history' },
  fuel: { requires: 'reports.view', feature: 'history' },
  safety: { requires: 'reports.view', feature: 'history' },
  services: { requires: 'maintenance.view', feature: 'services' },
} as const satisfies Readonly<Record<string, WidgetAccess>>;
export type WidgetKind = keyof typeof WIDGET_KINDS;
export const isWidgetKind = (kind: string): kind is WidgetKind => Object.hasOwn(WIDGET_KINDS, kind);
