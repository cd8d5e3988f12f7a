import { knotsFromKmPerHour, type ReportItems } from '@rastro/fleet';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { spentLitres, withTrips } from '../../history/with-trips.ts';
import { boundsWithin, linesOf, type Asked } from '../../history/day-lines.ts';

/** Each civil day between the first and the last record, also those without any. */
export function* reportDaily(
  reader: ReportReader,
  device: ReportDevice,
  asked: Asked,
): Generator<readonly ReportItems['daily'][]> {
  yield withTrips(reader, device, asked.period, (deviceTrips) => {
    const span = deviceTrips.span();
    if (!span) return [];
    const boundsOf = boundsWithin(deviceTrips);
    return linesOf(reader, device, deviceTrips, asked)
      .filter(({ from, to }) => to > span.from && from <= span.to)
      .map((line) => {
        const { sums } = line;
        const isUnknown = sums.records === 0 && sums.movingS + sums.stoppedS === 0 && sums.gapS > 0;
        return {
          deviceId: device.id,
          deviceName: device.name,
          date: line.date,
          ...boundsOf(line),
          distance: isUnknown ? null : sums.distanceM,
          moving: sums.movingS * 1000,
          stopped: sums.stoppedS * 1000,
          silent: sums.gapS * 1000,
          engineHours: sums.engineS * 1000,
          idle: sums.idleS * 1000,
          overspeed: sums.overspeedS * 1000,
          maxSpeed: knotsFromKmPerHour(sums.maxKmh),
          spentFuel: spentLitres(sums.fuelMl),
          startOdometer: line.startM,
          endOdometer: line.endM,
        };
      });
  });
}
