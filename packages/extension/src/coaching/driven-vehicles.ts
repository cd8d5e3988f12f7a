import { DAY_MS } from '@rastro/base';
import type { Driver } from '@rastro/fleet';
import { answered } from '../tracking-failure.ts';
import { soon } from '../with-tracking-api.ts';
import type { CoachingDeps } from './coaching-deps.ts';

/** The driver, as the tracking server has them, and the account in whose name their records are read. */
interface Own {
  readonly driver: Pick<Driver, 'id' | 'uniqueId'>;
  readonly ownerId: number;
}
interface Period {
  readonly from: number;
  readonly to: number;
}

/** A check-in that began before a period may reach into it. */
const LONGEST_CHECK_IN_MS = 31 * DAY_MS;

/**
 * Vehicles that a driver drove in a period, as the stored totals by driver have them. Reports about the driver read
 * these alone: what they cost follows the driving, and not the size of the company. Null = the server behind counts by
 * itself.
 *
 * A copy of another server's history has no totals before it is made, so these are limited there: of a company beyond
 * the limit, the vehicles are those that the driver checked in to.
 */
export async function drivenVehicles(
  { reports, checkIns }: Pick<CoachingDeps, 'reports' | 'checkIns'>,
  { driver, ownerId }: Own,
  period: Period,
): Promise<readonly number[] | null> {
  const wish = { from: new Date(period.from), to: new Date(period.to), driver: driver.uniqueId };
  const answer = await reports.read(ownerId, 'scores', { ...wish, by: 'driver' }, soon());
  if (answer === null) return null;
  if (!answer.ok && answer.error.code === 'TIME_PERIOD_EXCEEDS_THE_LIMIT')
    return checkedIn(checkIns, driver.id, period);
  const line = answered(answer).find(({ driverUniqueId }) => driverUniqueId === driver.uniqueId);
  return line?.deviceIds ?? [];
}

async function checkedIn(
  checkIns: CoachingDeps['checkIns'],
  driverId: number,
  { from, to }: Period,
): Promise<readonly number[]> {
  const past = await checkIns.history(from - LONGEST_CHECK_IN_MS, to);
  const own = [...past, ...(await checkIns.current())].filter(
    (each) => each.driverId === driverId && (each.until ?? Infinity) >= from,
  );
  return [...new Set(own.map(({ deviceId }) => deviceId))];
}
