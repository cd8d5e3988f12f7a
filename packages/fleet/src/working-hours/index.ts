/** Working hours: activities of a driver, rules as dated data, and what the rules say. */
export {
  ACTIVITY_KINDS,
  EXCESS_REASONS,
  HOURS_AGREEMENTS,
  HOURS_SERVICES,
  RULE_FAMILIES,
  type Activity,
  type ActivityKind,
  type ExcessReason,
  type HoursAgreement,
  type HoursService,
  type RuleFamily,
} from './activity.ts';
export type { HoursProfile } from './hours-profile.ts';
export type { HoursRule, HoursRuleKind } from './hours-rule.ts';
export { hoursRules, rulesOn } from './rule-index.ts';
export type { HoursFinding, HoursLeft } from './finding.ts';
export type { DailyRestKind } from './check-daily-rest.ts';
export type { WeeklyRest } from './check-weekly-rest.ts';
export type { WorkDay, WorkShift } from './work-days.ts';
export { hasUnclear } from './timeline.ts';
export { judgeHours, type HoursNow, type HoursVerdict } from './judge-hours.ts';
export {
  activitiesOf,
  movedWithoutDriver,
  type CheckIn,
  type DeviceSpan,
  type DriverSignals,
} from './derive-activities.ts';
export { correctedActivities, correctionOf, type HoursCorrection } from './hours-correction.ts';
export {
  DRIVER_FAMILIES,
  type DriverHours,
  type DriverHoursPage,
  type DriverMonth,
  type HoursSettings,
  type OwnHours,
  type SheetText,
  type SheetVersion,
  type StoredHoursSettings,
} from './driver-hours.ts';
export { monthSpan } from './month-span.ts';
export {
  canonicalJson,
  monthContent,
  nextSheet,
  signSheet,
  type HashText,
  type MonthContent,
  type MonthSheet,
  type MonthSignature,
} from './month-sheet.ts';
export { hoursWarning, nextCheckMs, type HoursWarning } from './hours-warning.ts';
