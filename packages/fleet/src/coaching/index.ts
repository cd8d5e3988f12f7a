export {
  CASE_STATES,
  CONTEST_ANSWERS,
  CONTEST_DAYS,
  CONTEST_STATES,
  EFFECT_DAYS,
  keyOfEvent,
  MAX_CASE_DAYS,
  OWN_EVENT_DAYS,
  OWN_TREND_WEEKS,
  type CaseState,
  type CoachingCase,
  type Contest,
  type ContestState,
  type EventKey,
} from './coaching-case.ts';
export { coachingRows, type CoachedEvent, type CoachingReason, type CoachingRow } from './coached-events.ts';
export {
  effectOf,
  effectPeriods,
  type CoachingEffect,
  type EffectPeriods,
  type EffectSums,
} from './coaching-effect.ts';
export type { DriverPage, OwnDrivingEvent, OwnWeek } from './driver-page.ts';
