import { between } from './between.ts';
import { chronology } from './chronology.ts';
import { daily } from './daily.ts';
import { drivers } from './drivers.ts';
import { events } from './events.ts';
import { fuel } from './fuel.ts';
import { fuelings } from './fuelings.ts';
import { geofences } from './geofences.ts';
import { harsh } from './harsh.ts';
import { idle } from './idle.ts';
import { inactive } from './inactive.ts';
import { overview } from './overview.ts';
import { route } from './route.ts';
import { scores } from './scores.ts';
import { speeding } from './speeding.ts';
import { stops } from './stops.ts';
import { summary } from './summary.ts';
import { totals } from './totals.ts';
import { trips } from './trips.ts';
import type { ReportKind } from './report-kind.ts';

/** Every report that has a screen, in the order of the menu: one file and one line each. */
export const REPORT_SCREENS: readonly ReportKind[] = [
  summary,
  trips,
  stops,
  daily,
  overview,
  totals,
  drivers,
  chronology,
  events,
  route,
  speeding,
  harsh,
  scores,
  idle,
  geofences,
  between,
  inactive,
  fuel,
  fuelings,
];
