import type { ServerFeature } from '../entities/server-features.ts';
import type { Right } from '../rights/areas.ts';
import { compactUp } from './grid.ts';
import type { LayoutContent, Widget } from './layout.ts';

/** Condition under which a reader may see a widget; the routes behind it check the same. */
export interface WidgetAccess {
  /** `sellers` = administrators and resellers. */
  readonly requires: Right | 'sellers';
  readonly tier?: 'plus' | 'billing';
  /** Absent = every tracking server has it. */
  readonly feature?: ServerFeature;
}

/** Every kind of widget, and the rights that it needs. An overview may name others: they are stored and not shown. */
export const WIDGET_KINDS = {
  alarms: { requires: 'events.view', feature: 'alarms' },
  silent: { requires: 'reports.view', feature: 'history' },
  services: { requires: 'maintenance.view', feature: 'services' },
  driven: { requires: 'reports.view', feature: 'history' },
  safety: { requires: 'reports.view', feature: 'history' },
  ranking: { requires: 'reports.view', feature: 'history' },
  use: { requires: 'reports.view', feature: 'history' },
  fuel: { requires: 'reports.view', feature: 'history' },
  budgets: { requires: 'costs.view' },
  states: { requires: 'devices.view' },
  presence: { requires: 'geofences.view' },
  licences: { requires: 'drivers.view' },
  orders: { requires: 'orders.view' },
  punctuality: { requires: 'orders.view' },
  customers: { requires: 'sellers', tier: 'plus' },
  growth: { requires: 'sellers', tier: 'plus' },
  stock: { requires: 'sellers' },
  invoices: { requires: 'sellers', tier: 'billing' },
  debtors: { requires: 'sellers', tier: 'billing' },
} as const satisfies Readonly<Record<string, WidgetAccess>>;
export type WidgetKind = keyof typeof WIDGET_KINDS;
export const isWidgetKind = (kind: string): kind is WidgetKind => Object.hasOwn(WIDGET_KINDS, kind);

/** Widgets of the overview that the product begins with; what waits for somebody comes first. */
const STANDARD: readonly (readonly [WidgetKind, x: number, y: number, w: number, h: number])[] = [
  ['alarms', 0, 0, 4, 4],
  ['silent', 4, 0, 4, 4],
  ['services', 8, 0, 4, 4],
  ['driven', 0, 4, 4, 4],
  ['safety', 4, 4, 4, 4],
  ['fuel', 8, 4, 4, 4],
  ['ranking', 0, 8, 4, 4],
  ['use', 4, 8, 4, 3],
  ['states', 8, 8, 4, 3],
  ['licences', 4, 11, 4, 3],
  ['customers', 0, 12, 4, 4],
  ['presence', 8, 11, 4, 4],
  ['debtors', 4, 14, 4, 4],
  ['invoices', 0, 16, 4, 3],
  ['stock', 8, 15, 4, 3],
  ['growth', 4, 18, 4, 3],
];

/** Overview of those for whom nobody has set a default. @param maySee Kinds that its reader may see. */
export function standardLayout(name: string, maySee: (kind: WidgetKind) => boolean): LayoutContent {
  const widgets = STANDARD.filter(([kind]) => maySee(kind)).map(([kind, x, y, w, h]): Widget => ({
    id: kind,
    kind,
    x,
    y,
    w,
    h,
    settings: {},
  }));
  // The last seven days: on a Monday morning, too, they say something.
  return { name, period: { preset: '7d' }, groupIds: [], deviceIds: [], widgets: compactUp(widgets) };
}
