import { DAY_MS } from '@rastro/base';
const padded = (count: number, digits: number, text: (number: string) => string): readonly string[] =>
  Array.from({ length: count }, (_, i) => text(String(i).padStart(digits, '0')));
const HOURS = padded(24, 2, (hour) => hour);
const MINUTES = HOURS.flatMap((hour) => padded(60, 2, (minute) => `${hour}:${minute}:`));
const TWO_DIGITS = padded(60, 2, (second) => second);
const SECONDS = TWO_DIGITS.map((second) => `${second}.`);
const MILLISECONDS = padded(1000, 3, (ms) => `${ms}+00:00`);

/** Names days; remembers the last one: a report has three instants in each of 100,000 items, and few days. */
function dayTexts(separator: string): (day: number) => string {
  let last = Number.NaN;
  let text = '';
  return (day) => {
    if (day === last) return text;
    const iso = new Date(day * DAY_MS).toISOString();
    text = iso.slice(0, iso.indexOf('T')) + separator;
    last = day;
    return text;
  };
}
const isoDay = dayTexts('T');
const plainDay = dayTexts(' ');

/** `2026-08-21T09:18:51.000+00:00`, put together from parts: asking the calendar takes five times as long. */
export function apiDate(ms: number): string {
  const instant = Math.trunc(ms);
  const day = Math.floor(instant / DAY_MS);
  const time = instant - day * DAY_MS;
  const second = Math.floor(time / 1000);
  const minute = Math.floor(second / 60);
  return isoDay(day) + MINUTES[minute] + SECONDS[second - minute * 60] + MILLISECONDS[time - second * 1000];
}

/** `2026-08-21 09:18:51`, of an instant that has its offset added. */
export function plainTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const second = Math.floor((ms - day * DAY_MS) / 1000);
  const minute = Math.floor(second / 60);
  return plainDay(day) + MINUTES[minute] + TWO_DIGITS[second - minute * 60];
}
