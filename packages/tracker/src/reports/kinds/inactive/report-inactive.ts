import { DAY_MS } from '@rastro/base';
import { apiDate, type ReportItems } from '@rastro/fleet';
import type { TrackPoint } from '@rastro/fleet/trips';
import type { DeviceTrips } from '../../../trips/device-trips.ts';
import { sumsOfPeriod } from '../../../trips/sums-of-period.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import { insideOf, spansInside, type Span } from '../../request/report-hours.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { withTrips } from '../../history/with-trips.ts';

/** One line for a vehicle that reported nothing in a period, or did not move in it; none for any other. */
export async function* reportInactive(
  reader: ReportReader,
  device: ReportDevice,
  { period, hours, verdicts, eventTypes }: Pick<ReportJob, 'period' | 'hours' | 'verdicts' | 'eventTypes'>,
): AsyncGenerator<readonly ReportItems['inactive'][]> {
  yield await withTrips(reader, device, period, async (deviceTrips) => {
    const last = await lastOf(deviceTrips, period.to, []);
    const trip = await lastOf(deviceTrips, period.to, ['trip']);
    const isInside = insideOf(hours);
    const { hasMoved, hasReported } = isInside
      ? await didWithin(deviceTrips, spansInside(isInside, { from: period.from, to: period.to + 1 }))
      : { hasMoved: trip && trip.time >= period.from, hasReported: last && last.time >= period.from };
    if (last && hasMoved) return [];
    const reason = last === null ? 'never' : hasReported ? 'standing' : 'silent';
    if (eventTypes.length > 0 && !eventTypes.includes(reason)) return [];
    return [
      {
        deviceId: device.id,
        deviceName: device.name,
        reason,
        verdict: reason === 'standing' ? null : (verdicts[device.id] ?? null),
        lastReport: last && apiDate(last.time),
        lastMovement: trip && apiDate(trip.time),
        latitude: last && last.latitude,
        longitude: last && last.longitude,
        address: null,
      },
    ];
  });
}

/** Whether it reported or moved in any of some stretches of time. */
async function didWithin(
  deviceTrips: DeviceTrips,
  spans: readonly Span[],
): Promise<{ readonly hasMoved: boolean; readonly hasReported: boolean }> {
  const sums = await Promise.all(spans.map(({ from, to }) => sumsOfPeriod(deviceTrips, from, to)));
  return {
    hasMoved: sums.some(({ movingS }) => movingS > 0),
    hasReported: sums.some(({ records }) => records > 0),
  };
}

/** Where the last piece of some kinds before an instant ended. Each look back reaches four times as far. */
async function lastOf(
  deviceTrips: DeviceTrips,
  to: number,
  kinds: Parameters<DeviceTrips['pieces']>[2],
): Promise<TrackPoint | null> {
  const first = (await deviceTrips.span())?.from ?? to;
  for (let from = to, reach = DAY_MS; from > first; reach *= 4) {
    from -= reach;
    const end = (await deviceTrips.pieces(from, to, kinds)).at(-1)?.end;
    if (end) return end;
  }
  return null;
}
