import { dateIn } from '../src/billing/civil-date.ts';
import { instantOf } from '../src/calendars/wall-time.ts';
import type { Activity, ActivityKind } from '../src/working-hours/activity.ts';
import type { HoursProfile } from '../src/working-hours/hours-profile.ts';
import { judgeHours, type HoursVerdict } from '../src/working-hours/judge-hours.ts';

export const MINUTE = 60_000;
export const SAO_PAULO = 'America/Sao_Paulo';
export const BERLIN = 'Europe/Berlin';
export const BRAZIL: HoursProfile = {
  family: 'BR',
  zone: SAO_PAULO,
  service: 'goods',
  crew: 1,
  agreements: [],
  isInternational: false,
  customRules: [],
};
export const EUROPE: HoursProfile = { ...BRAZIL, family: 'EU', zone: BERLIN };

/** A reading of a clock: `2024-03-05 06:00`. */
export const clock = (text: string, zone = SAO_PAULO): number =>
  instantOf(Date.parse(`${text.replace(' ', 'T')}:00Z`), zone);

const KINDS: Readonly<Record<string, ActivityKind>> = {
  D: 'driving',
  W: 'work',
  A: 'waiting',
  M: 'meal',
  B: 'break',
  R: 'rest',
  U: 'unclear',
};
/**
 * Activities in a row: a letter of the kind and a length (`D5:30`), from a reading of a clock on.
 * @example row('2024-03-05 06:00', 'D5:30 M1:00 D3:00')
 */
export function row(from: string, text: string, zone = SAO_PAULO): Activity[] {
  let begin = clock(from, zone);
  return text.split(' ').map((each) => {
    const [hours = '0', minutes = '0'] = each.slice(1).split(':');
    const end = begin + (Number(hours) * 60 + Number(minutes)) * MINUTE;
    const activity = { kind: KINDS[each.slice(0, 1)] ?? 'unclear', begin, end };
    begin = end;
    return activity;
  });
}

export const judged = (
  activities: readonly Activity[],
  profile: HoursProfile = BRAZIL,
  now = Math.max(...activities.map(({ end }) => end)),
): HoursVerdict => judgeHours(activities, profile, now);

export const minutes = (ms: number): number => ms / MINUTE;
/** `EU.break 2024-03-05 10:30 +1`: rule, when on the clock of a zone, by how many minutes. */
export const lines = (findings: HoursVerdict['breaches'], zone = SAO_PAULO): string[] =>
  findings.map(({ rule, at, byMs }) => `${rule} ${onClock(at, zone)} +${minutes(byMs)}`);

export function onClock(instant: number, zone = SAO_PAULO): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return `${dateIn(zone, instant)} ${time.format(instant)}`;
}
