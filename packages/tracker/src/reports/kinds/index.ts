import type { ReportType } from '@rastro/fleet';
import { between } from './between.ts';
import { chronology } from './chronology.ts';
import { combined } from './combined.ts';
import { daily } from './daily.ts';
import { drivers } from './drivers.ts';
import { events } from './events.ts';
import { fuel } from './fuel.ts';
import { fuelings } from './fuelings.ts';
import { geofences } from './geofences.ts';
import { idle } from './idle.ts';
import { inactive } from './inactive.ts';
import type { ReportKind } from './report-kind.ts';
import { route } from './route.ts';
import { speeding } from './speeding.ts';
import { stops } from './stops.ts';
import { summary } from './summary.ts';
import { trips } from './trips.ts';

/** Every report: one file and one line each. */
export const REPORT_KINDS: Readonly<Record<ReportType, ReportKind>> = {
  route,
  trips,
  stops,
  summary,
  events,
  geofences,
  combined,
  between,
  idle,
  speeding,
  drivers,
  fuelings,
  fuel,
  daily,
  inactive,
  chronology,
};
