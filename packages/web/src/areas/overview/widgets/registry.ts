import { AlarmsWidget } from './alarms/alarms-widget.tsx';
import { DrivenWidget } from './driven/driven-widget.tsx';
import { FuelWidget } from './fuel/fuel-widget.tsx';
import { SafetyWidget } from './safety/safety-widget.tsx';
import { ServicesWidget } from './services/services-widget.tsx';
import { SilentWidget } from './silent/silent-widget.tsx';
import { StatesWidget } from './states/states-widget.tsx';
import { UseWidget } from './use/use-widget.tsx';
import type { Widget } from './widget.ts';

/** Every widget, in the order of the overview: what waits comes first. */
export const WIDGETS: readonly Widget[] = [
  { kind: 'states', right: 'devices.view', Widget: StatesWidget },
  { kind: 'alarms', right: 'events.view', feature: 'alarms', Widget: AlarmsWidget },
  { kind: 'silent', right: 'reports.view', feature: 'history', Widget: SilentWidget },
  { kind: 'driven', right: 'reports.view', feature: 'history', Widget: DrivenWidget },
  { kind: 'use', right: 'reports.view', feature: 'history', Widget: UseWidget },
  { kind: 'fuel', right: 'reports.view', feature: 'history', Widget: FuelWidget },
  { kind: 'safety', right: 'reports.view', feature: 'history', Widget: SafetyWidget },
  { kind: 'services', right: 'maintenance.view', feature: 'services', Widget: ServicesWidget },
];
