import { geofenceChange, geofenceCrossing } from './rules/geofence-rules.ts';
import { behaviour, overspeed, trip } from './rules/motion-rules.ts';
import { proximity, unaccompanied } from './rules/proximity-rules.ts';
import {
  alarm,
  commandResult,
  driver,
  fuel,
  ignition,
  lateAlarm,
  maintenance,
  media,
  textMessage,
} from './rules/record-rules.ts';
import type { EventRule } from './rules/rule.ts';
import { tripTransitions } from './rules/trip-transitions.ts';

/** What any stored position may mean. */
const RECORD_RULES: readonly EventRule[] = [media, commandResult, textMessage];

/** What a late one may mean, too: it is told as history. What it changes beside, the books know. */
export const LATE_RULES: readonly EventRule[] = [...RECORD_RULES, lateAlarm];

/** What a live record may mean whose place is not believed. */
export const UNPLACED_RULES: readonly EventRule[] = [
  ...RECORD_RULES,
  fuel,
  tripTransitions,
  alarm,
  ignition,
  driver,
];

/** What a live position may mean, in the order in which events are raised; reference §6.2 step 19. */
export const EVENT_RULES: readonly EventRule[] = [
  ...RECORD_RULES,
  overspeed,
  behaviour,
  fuel,
  tripTransitions,
  trip,
  geofenceChange,
  geofenceCrossing,
  proximity,
  unaccompanied,
  alarm,
  ignition,
  maintenance,
  driver,
];
