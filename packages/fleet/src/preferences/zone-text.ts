import type { Language } from '../languages/language.ts';

/** Returns the label of a zone: `America/Sao Paulo (GMT-3)`. @param at Instant; offsets change with the season. */
export function zoneText(zone: string, language: Language, at = Date.now()): string {
  const name = zone.replaceAll('_', ' ');
  const offset = zoneOffsetText(zone, language, at);
  return offset === name ? name : `${name} (${offset})`;
}

/** Returns the offset of a zone from Greenwich: `GMT-3`. */
export function zoneOffsetText(zone: string, language: Language, at = Date.now()): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}
