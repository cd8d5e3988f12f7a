import { corridor } from './rules/corridor-rule.ts';
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

/** Rules for every stored position. */
const RECORD_RULES: readonly EventRule[] = [media, commandResult, textMessage];

/** Rules for late records: their events are history. Derived history knows the other changes. */
export const LATE_RULES: readonly EventRule[] = [...RECORD_RULES, lateAlarm];

/** Rules for live records whose place is not believed. */
export const UNPLACED_RULES: readonly EventRule[] = [
  ...RECORD_RULES,
  fuel,
  tripTransitions,
  alarm,
  ignition,
  driver,
];

/** Rules for live positions, in the order in which events are raised; docs/reference/tracking-api.md §6.2 step 19. */
export const EVENT_RULES: readonly EventRule[] = [
  ...RECORD_RULES,
  overspeed,
  behaviour,
  fuel,
  tripTransitions,
  trip,
  geofenceChange,
  geofenceCrossing,
  corridor,
  proximity,
  unaccompanied,
  alarm,
  ignition,
  maintenance,
  driver,
];
