/** Texts of the shell and the map. */
const FLEET_TEXTS = ['shell', 'map', 'devices', 'attributes', 'events', 'alarms'];
/** Those of a screen that links lead to. */
const PAST_TEXTS = ['history', 'reports'];

/**
 * Texts that a page of a user who is signed in begins with. A screen that waits for its texts shows something else
 * meanwhile, and React leaves that for a third of a second.
 */
export function firstTexts(path: string): readonly string[] {
  return path === '/history' ? [...FLEET_TEXTS, ...PAST_TEXTS] : FLEET_TEXTS;
}
