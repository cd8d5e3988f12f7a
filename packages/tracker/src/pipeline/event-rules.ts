import { geofenceChange, geofenceCrossing } from './rules/geofence-rules.ts';
import { behaviour, overspeed, trip } from './rules/motion-rules.ts';
import { proximity, unaccompanied } from './rules/proximity-rules.ts';
import { alarm, commandResult, driver, fuel, ignition, maintenance, media } from './rules/record-rules.ts';
import type { EventRule } from './rules/rule.ts';

/** What any stored position may mean, late ones too. */
export const RECORD_RULES: readonly EventRule[] = [media, commandResult];

/** What a live position may mean, in the order in which events are raised; reference §6.2 step 19. */
export const EVENT_RULES: readonly EventRule[] = [
  ...RECORD_RULES,
  overspeed,
  behaviour,
  fuel,
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
