import { z } from 'zod';
import {
  ACTIVITY_KINDS,
  EXCESS_REASONS,
  HOURS_AGREEMENTS,
  HOURS_SERVICES,
  RULE_FAMILIES,
} from '../../working-hours/activity.ts';
import type { Activity } from '../../working-hours/activity.ts';
import type { WeeklyRest } from '../../working-hours/check-weekly-rest.ts';
import {
  DRIVER_FAMILIES,
  type DriverHours,
  type DriverHoursPage,
  type DriverMonth,
  type OwnHours,
  type SheetText,
  type SheetVersion,
  type StoredHoursSettings,
} from '../../working-hours/driver-hours.ts';
import type { HoursFinding, HoursLeft } from '../../working-hours/finding.ts';
import type { HoursCorrection } from '../../working-hours/hours-correction.ts';
import type { MonthContent, MonthSheet, MonthSignature } from '../../working-hours/month-sheet.ts';
import type { WorkDay } from '../../working-hours/work-days.ts';
import {
  day,
  instant,
  maybeNumber,
  maybeString,
  month,
  number,
  shapeOf,
  string,
  whole,
  yesNo,
} from './shape.ts';

const excess = () => z.enum(EXCESS_REASONS).nullable();
const ActivityAnswer = shapeOf<Activity>()({
  kind: z.enum(ACTIVITY_KINDS),
  begin: number(),
  end: number(),
  isMoving: yesNo().exactOptional(),
  isFerry: yesNo().exactOptional(),
  reason: excess().exactOptional(),
  note: string().exactOptional(),
  proposal: z.literal('meal').nullable().exactOptional(),
});
const FindingAnswer = shapeOf<HoursFinding>()({
  rule: string(),
  source: string(),
  at: number(),
  byMs: number(),
  requiredMs: number(),
  actualMs: number(),
  unclearMs: number(),
  reason: excess(),
});
const WorkDayAnswer = shapeOf<WorkDay>()({
  date: day(),
  drivingMs: number(),
  otherWorkMs: number(),
  waitingMs: number(),
  breakMs: number(),
  restMs: number(),
  movingRestMs: number(),
  unclearMs: number(),
  workMs: number(),
  nightMs: number(),
  nightCountedMs: number(),
  overtimeMs: number(),
});
const WeeklyRestAnswer = shapeOf<WeeklyRest>()({
  begin: number(),
  end: maybeNumber(),
  restMs: number(),
  kind: z.enum(['regular', 'reduced', 'short']),
  missingMs: number(),
  giveBackUntil: day().nullable(),
  givenBackAt: maybeNumber(),
});
const correction = {
  id: string(),
  at: instant(),
  byId: whole(),
  reason: string(),
  begin: number(),
  end: number(),
  before: z.array(ActivityAnswer),
  after: z.array(ActivityAnswer),
};
const CorrectionAnswer = shapeOf<HoursCorrection>()({ ...correction, byName: string() });
const ContentAnswer = shapeOf<MonthContent>()({
  driverUniqueId: string(),
  driverName: string(),
  month: month(),
  zone: string(),
  family: z.enum(RULE_FAMILIES),
  days: z.array(WorkDayAnswer),
  breaches: z.array(FindingAnswer),
  excesses: z.array(FindingAnswer),
  weeklyRests: z.array(WeeklyRestAnswer),
  corrections: z.array(shapeOf<Omit<HoursCorrection, 'byName'>>()(correction)),
});
const sheet = {
  version: whole(),
  hash: string(),
  signature: shapeOf<MonthSignature>()({ name: string(), at: instant(), hash: string() }).nullable(),
};
const SheetVersionAnswer = shapeOf<SheetVersion>()(sheet);
const SettingsAnswer = shapeOf<StoredHoursSettings>()({
  family: z.enum(DRIVER_FAMILIES),
  zone: string(),
  service: z.enum(HOURS_SERVICES),
  crew: z.union([z.literal(1), z.literal(2)]),
  agreements: z.array(z.enum(HOURS_AGREEMENTS)),
  isInternational: yesNo(),
  version: whole(),
});
const DriverHoursAnswer = shapeOf<DriverHours>()({
  driverId: whole(),
  driverUniqueId: string(),
  driverName: string(),
  state: z.enum(ACTIVITY_KINDS).nullable(),
  since: maybeNumber(),
  left: shapeOf<HoursLeft>()({ rule: string(), source: string(), ms: number() }).nullable(),
  breakUntil: maybeNumber(),
  nextStart: z.strictObject({ at: number(), rule: string() }).nullable(),
  breaches: whole(),
  breachesAtLeast: whole(),
  unclearMs: number(),
});

const DriverMonthAnswer = shapeOf<DriverMonth>()({
  driverId: whole(),
  settings: SettingsAnswer,
  until: number(),
  isOver: yesNo(),
  activities: z.array(ActivityAnswer),
  content: ContentAnswer,
  breachesAtLeast: whole(),
  corrections: z.array(CorrectionAnswer),
  sheet: SheetVersionAnswer,
  signed: z.array(SheetVersionAnswer),
});

/** Instants are milliseconds since 1970, as in what is signed. */
export const HOURS_ANSWERS = {
  HoursSettings: SettingsAnswer,
  HoursCorrection: CorrectionAnswer,
  MonthSheet: shapeOf<MonthSheet>()({ ...sheet, content: ContentAnswer }),
  SheetVersion: SheetVersionAnswer,
  SheetText: shapeOf<SheetText>()({ ...sheet, month: month(), text: string() }),
  DriverHoursPage: shapeOf<DriverHoursPage>()({
    drivers: z.array(DriverHoursAnswer),
    next: maybeString(),
  }),
  DriverMonth: DriverMonthAnswer,
  OwnHours: shapeOf<OwnHours>()({ now: DriverHoursAnswer, month: DriverMonthAnswer }),
};
