import type { CivilDate } from '../billing/civil-date.ts';
import type { ExcessReason, HoursAgreement, HoursService } from './activity.ts';

interface RuleBase {
  /** Unique in its family; findings name it. */
  readonly id: string;
  /** First day, in the zone of the base. */
  readonly validFrom: CivilDate;
  /** First day on which it is no more valid; null = it is. */
  readonly validUntil: CivilDate | null;
  /** Law and article. */
  readonly source: string;
  /** Absent = for all. */
  readonly services?: readonly HoursService[];
  readonly crew?: 1 | 2;
  readonly agreement?: HoursAgreement;
}

/** Driving without enough of a break. */
export interface BreakRule extends RuleBase {
  readonly kind: 'break';
  readonly drivingMs: number;
  readonly breakMs: number;
  /** Pieces of at least this length add up. */
  readonly pieceMs: number;
  /** Instead: a first and a second piece of at least these lengths, in this order. */
  readonly parts: readonly [firstMs: number, secondMs: number] | null;
  readonly excusedBy: readonly ExcessReason[];
}
/** Work between two daily rests. */
export interface WorkingDayRule extends RuleBase {
  readonly kind: 'workingDay';
  readonly normalMs: number;
  readonly overtimeMs: number;
  /** More overtime, by an agreement. */
  readonly agreedOvertimeMs: number;
  readonly waitingIsWork: boolean;
  readonly excusedBy: readonly ExcessReason[];
}
/** Normal hours of a week from Monday on; more is overtime, which is no breach. */
export interface WorkingWeekRule extends RuleBase {
  readonly kind: 'workingWeek';
  readonly normalMs: number;
}
/** A pause in a working day that is longer than `afterMs`. */
export interface MealRule extends RuleBase {
  readonly kind: 'meal';
  readonly afterMs: number;
  readonly mealMs: number;
}
/** Night on the clock of the base, whose hours are shorter. */
export interface NightRule extends RuleBase {
  readonly kind: 'night';
  readonly fromHour: number;
  readonly untilHour: number;
  readonly hourMs: number;
}
/** Rest within a window that begins with the first work after the last rest. */
export interface DailyRestRule extends RuleBase {
  readonly kind: 'dailyRest';
  readonly restMs: number;
  readonly windowMs: number;
  /** A rest of at least this length ends a working day, even one that is too short. */
  readonly shiftEndMs: number;
  /** The rest may come in parts: the first unbroken, the remainder within so long after it. */
  readonly firstPart: { readonly ms: number; readonly withinMs: number } | null;
  /** Or in two parts, in this order. */
  readonly split: readonly [firstMs: number, secondMs: number] | null;
  /** Shorter, so many times between two weekly rests. */
  readonly reduced: { readonly ms: number; readonly times: number } | null;
  /** Rest in a moving vehicle counts, for a crew of two. */
  readonly movingRestCounts: boolean;
  /** Interruptions on a ferry that do not end a rest. */
  readonly ferry: { readonly times: number; readonly ms: number } | null;
}
/** Where rest in a moving vehicle counts: a rest in a parked one, so often. */
export interface ParkedRestRule extends RuleBase {
  readonly kind: 'parkedRest';
  readonly restMs: number;
  readonly everyMs: number;
}
export interface WeeklyRestRule extends RuleBase {
  readonly kind: 'weeklyRest';
  readonly restMs: number;
  /** A rest of at least this length is meant as the weekly one. */
  readonly leastMs: number;
  /** It begins so long after the end of the last one. */
  readonly everyMs: number;
  /** Rests that are shorter than `restMs` are allowed so many times in a row, and of international goods. */
  readonly reducedInRow: number;
  readonly reducedInRowAbroad: number;
  /** Weekly rests that may be due at once, on long journeys. */
  readonly dueAtOnce: number;
  /** Weeks after that of a reduced rest in which its missing hours are given back; 0 = they are not. */
  readonly giveBackWeeks: number;
  /** They are joined to a rest of at least this length. */
  readonly giveBackWithMs: number;
}
/** Driving between two daily rests. */
export interface DrivingDayRule extends RuleBase {
  readonly kind: 'drivingDay';
  readonly limitMs: number;
  readonly extendedMs: number;
  readonly timesPerWeek: number;
  /** More driving to reach the base for a weekly rest. */
  readonly toBase: { readonly ms: number; readonly afterBreakMs: number; readonly breakMs: number } | null;
  readonly excusedBy: readonly ExcessReason[];
}
/** Driving in a calendar week, Monday to Sunday. */
export interface DrivingWeekRule extends RuleBase {
  readonly kind: 'drivingWeek';
  readonly limitMs: number;
}
/** Driving in any two calendar weeks in a row. */
export interface DrivingFortnightRule extends RuleBase {
  readonly kind: 'drivingFortnight';
  readonly limitMs: number;
}

/** A rule of working hours: data with its date and its source. */
export type HoursRule =
  | BreakRule
  | WorkingDayRule
  | WorkingWeekRule
  | MealRule
  | NightRule
  | DailyRestRule
  | ParkedRestRule
  | WeeklyRestRule
  | DrivingDayRule
  | DrivingWeekRule
  | DrivingFortnightRule;
export type HoursRuleKind = HoursRule['kind'];
