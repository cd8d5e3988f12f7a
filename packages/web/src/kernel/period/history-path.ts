import { startOfDay } from '@rastro/fleet/calendars';
import { writePeriod } from './period.ts';

/** Address of a vehicle's history; of today, unless another period is chosen there. */
export const historyPath = (deviceId: number): string => `/history?devices=${deviceId}`;

/** The day of a moment, in the user's zone, with the clock at it. @param at Milliseconds since 1970. */
export function historyPathAt(deviceId: number, at: number, zone: string): string {
  const search = new URLSearchParams({ devices: String(deviceId) });
  writePeriod(search, { from: startOfDay(at, zone), to: startOfDay(at, zone, 1) - 1 });
  search.set('at', String(Math.round(at / 1000)));
  return `/history?${search.toString()}`;
}
