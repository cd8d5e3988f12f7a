import type { CivilMonth } from '../billing/civil-date.ts';
import type { Activity, ActivityKind } from './activity.ts';
import type { HoursLeft } from './finding.ts';
import type { HoursCorrection } from './hours-correction.ts';
import type { HoursProfile } from './hours-profile.ts';
import type { HoursNow } from './judge-hours.ts';
import type { MonthContent, MonthSheet } from './month-sheet.ts';

/** Families that a driver may have; own rules of a company have no editor. */
export const DRIVER_FAMILIES = ['BR', 'EU'] as const;

/** A driver's rules and base, as the company says. */
export interface HoursSettings extends Omit<HoursProfile, 'customRules' | 'family'> {
  readonly family: (typeof DRIVER_FAMILIES)[number];
}
/** The same with its version; 0 = nothing was said: rules of Brazil in the zone of the installation. */
export interface StoredHoursSettings extends HoursSettings {
  readonly version: number;
}

/** A driver now, with sums of the month. */
export interface DriverHours {
  readonly driverId: number;
  readonly driverUniqueId: string;
  readonly driverName: string;
  /** null = nothing is known of the driver. */
  readonly state: ActivityKind | null;
  /** Milliseconds since 1970. */
  readonly since: number | null;
  readonly left: HoursLeft | null;
  readonly breakUntil: number | null;
  readonly nextStart: HoursNow['nextStart'];
  readonly breaches: number;
  /** Breaches of the month if all of its unclear time was rest. */
  readonly breachesAtLeast: number;
  /** Time of the month of which nobody knows what it was. */
  readonly unclearMs: number;
}
export interface DriverHoursPage {
  readonly drivers: readonly DriverHours[];
  readonly next: string | null;
}

/** A version of a month's sheet without its content. */
export type SheetVersion = Omit<MonthSheet, 'content'>;

/** A month of a driver with all that led to it. */
export interface DriverMonth {
  readonly driverId: number;
  readonly settings: StoredHoursSettings;
  /** Until when it was judged, in milliseconds since 1970. */
  readonly until: number;
  /** The month has ended: it may be signed. */
  readonly isOver: boolean;
  readonly activities: readonly Activity[];
  readonly content: MonthContent;
  /** Breaches if all unclear time was rest: with them it is certain that there are some. */
  readonly breachesAtLeast: number;
  /** Of the month, with the names of their authors. */
  readonly corrections: readonly HoursCorrection[];
  readonly sheet: SheetVersion;
  /** Signed before, oldest first; the present one is in it when it is signed. */
  readonly signed: readonly SheetVersion[];
}

/** Hours of the driver who is signed in. */
export interface OwnHours {
  readonly now: DriverHours;
  readonly month: DriverMonth;
}

/** A month as the text that is signed: its SHA-256 is the hash. */
export interface SheetText extends SheetVersion {
  readonly month: CivilMonth;
  readonly text: string;
}
