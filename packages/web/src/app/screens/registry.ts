import { BUSINESS_SCREENS } from './business-screens.ts';
import { PAST_SCREENS } from './past-screens.ts';
import { RULE_SCREENS } from './rule-screens.ts';
import type { Screen } from './screen.ts';
import { START_SCREENS } from './start-screens.ts';
import { SYSTEM_SCREENS } from './system-screens.ts';
import { USER_SCREENS } from './user-screens.ts';
import { VEHICLE_SCREENS } from './vehicle-screens.ts';

/**
 * Every screen behind the login, by the sections of the index of help, in its order. Routes, guard, menu, palette,
 * titles, help, keys and preloading derive from it; it is in the first file, and imports neither areas, texts nor icons.
 */
export const SECTIONS = {
  start: START_SCREENS,
  vehicles: VEHICLE_SCREENS,
  past: PAST_SCREENS,
  rules: RULE_SCREENS,
  people: USER_SCREENS,
  business: BUSINESS_SCREENS,
  system: SYSTEM_SCREENS,
} as const satisfies Readonly<Record<string, readonly Screen[]>>;

export const SCREENS: readonly Screen[] = Object.values(SECTIONS).flat();
