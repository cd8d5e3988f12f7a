import { TRIP_KINDS } from './trip-kinds.ts';
import { FUEL_KINDS } from './fuel-kinds.ts';
import { MOMENT_KINDS } from './moment-kinds.ts';
import { PLACE_KINDS } from './place-kinds.ts';
import type { ReportKind } from './report-kind.ts';

/** Every report that has a screen, in the order of the menu. */
export const REPORT_SCREENS: readonly ReportKind[] = [
  ...TRIP_KINDS,
  ...MOMENT_KINDS,
  ...PLACE_KINDS,
  ...FUEL_KINDS,
];
