import type { ReportType } from '@rastro/fleet';
import { combined } from './combined.ts';
import { events } from './events.ts';
import { geofences } from './geofences.ts';
import type { ReportKind } from './report-kind.ts';
import { route } from './route.ts';
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
};
