import type { ReportType } from '@rastro/fleet';
import { between } from './between/between.ts';
import { chronology } from './chronology/chronology.ts';
import { combined } from './combined/combined.ts';
import { daily } from './daily/daily.ts';
import { drivers } from './drivers/drivers.ts';
import { events } from './events/events.ts';
import { fuel } from './fuel/fuel.ts';
import { fuelings } from './fuelings/fuelings.ts';
import { geofences } from './geofences/geofences.ts';
import { harsh } from './harsh/harsh.ts';
import { idle } from './idle/idle.ts';
import { inactive } from './inactive/inactive.ts';
import { overview } from './overview/overview.ts';
import type { ReportKind } from './report-kind.ts';
import { route } from './route/route.ts';
import { scores } from './scores/scores.ts';
import { speeding } from './speeding/speeding.ts';
import { stops } from './stops/stops.ts';
import { summary } from './summary/summary.ts';
import { totals } from './totals/totals.ts';
import { trips } from './trips/trips.ts';

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
  totals,
  harsh,
  scores,
  overview,
  inactive,
  chronology,
};
