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
  { kind: 'states', Widget: StatesWidget },
  { kind: 'alarms', Widget: AlarmsWidget },
  { kind: 'silent', Widget: SilentWidget },
  { kind: 'driven', Widget: DrivenWidget },
  { kind: 'use', Widget: UseWidget },
  { kind: 'fuel', Widget: FuelWidget },
  { kind: 'safety', Widget: SafetyWidget },
  { kind: 'services', Widget: ServicesWidget },
];
