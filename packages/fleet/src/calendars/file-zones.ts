import ICAL from 'ical.js';
import { isTimeZone } from '../preferences/time-zone.ts';
import { wallOf } from './wall-time.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

/**
 * Zones as one file names them: by a name of the database, a name of Windows, or a rule in the file.
 * @source RFC 5545 §3.6.5; Outlook names zones as Windows does and explains them in a VTIMEZONE
 */
export class FileZones {
  readonly #root: ICAL.Component;
  readonly #known = new Map<string, string | null>();
  /** Of times that name no zone: `X-WR-TIMEZONE`; UTC without one. */
  readonly floating: string;

  constructor(root: ICAL.Component) {
    this.#root = root;
    const named = this.#root.getFirstPropertyValue('x-wr-timezone');
    this.floating = (typeof named === 'string' ? this.find(named) : null) ?? 'UTC';
  }

  /** @returns The zone of the database that a `TZID` stands for; null = unknown. */
  find(tzid: string): string | null {
    let zone = this.#known.get(tzid);
    if (zone === undefined) {
      zone = namedZone(tzid) ?? this.#explained(tzid);
      this.#known.set(tzid, zone);
    }
    return zone;
  }

  #explained(tzid: string): string | null {
    const component = this.#root
      .getAllSubcomponents('vtimezone')
      .find((each) => each.getFirstPropertyValue('tzid') === tzid);
    if (!component) return null;
    const location = component.getFirstPropertyValue('x-lic-location');
    if (typeof location === 'string' && isTimeZone(location)) return location;
    return zoneLike(new ICAL.Timezone({ component, tzid }));
  }
}

/** Some programs put a path before the name: `/example.com/20060101/America/Sao_Paulo`. */
function namedZone(tzid: string): string | null {
  const name = tzid.trim();
  if (isTimeZone(name)) return name;
  const windows = WINDOWS_ZONES.get(name);
  if (windows !== undefined) return windows;
  if (!name.startsWith('/')) return null;
  const parts = name.split('/');
  const found = [3, 2].map((count) => parts.slice(-count).join('/')).find((each) => isTimeZone(each));
  return found ?? null;
}

/** Noons of two years distinguish zones; the current rules apply. */
const SAMPLES = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2024, month, 15, 12)));

/** @returns A zone whose clock shows the same all year round. */
function zoneLike(rule: ICAL.Timezone): string | null {
  const offsets = SAMPLES.map((noon) => rule.utcOffset(ICAL.Time.fromJSDate(noon, true)) * 1000);
  const isAlike = (zone: string): boolean =>
    SAMPLES.every((noon, at) => {
      const instant = noon.getTime() - (offsets[at] ?? 0);
      return wallOf(instant, zone) - instant === offsets[at];
    });
  return [...WINDOWS_ZONES.values()].find(isAlike) ?? null;
}
