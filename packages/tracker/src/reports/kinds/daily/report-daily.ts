import { knotsFromKmPerHour, type ReportItems } from '@rastro/fleet';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { spentLitres, withTrips } from '../../history/with-trips.ts';
import { boundsWithin, linesOf, type Asked } from '../../history/day-lines.ts';

/** Each civil day between the first and the last record, also those without any. */
export async function* reportDaily(
  reader: ReportReader,
  device: ReportDevice,
  asked: Asked,
): AsyncGenerator<readonly ReportItems['daily'][]> {
  yield await withTrips(reader, device, asked.period, async (deviceTrips) => {
    const span = await deviceTrips.span();
    if (!span) return [];
    const [boundsOf, lines] = await Promise.all([
      boundsWithin(deviceTrips),
      linesOf(device, deviceTrips, asked),
    ]);
    return lines
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
