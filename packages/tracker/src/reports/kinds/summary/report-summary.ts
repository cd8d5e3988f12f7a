import { knotsFromKmPerHour, type SummaryItem } from '@rastro/fleet';
import type { ReportDevice } from '../../request/report-device.ts';
import { fuelLevels } from '../../history/fuel-level.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { averageSpeed } from '../../traccar/track-measure.ts';
import { spentLitres, withTrips } from '../../history/with-trips.ts';
import { boundsWithin, linesOf, type Asked } from '../../history/day-lines.ts';

/** One line for a period, or one for each civil day of it on which the device sent anything. */
export async function* reportSummary(
  reader: ReportReader,
  device: ReportDevice,
  asked: Asked,
): AsyncGenerator<readonly SummaryItem[]> {
  yield await withTrips(reader, device, asked.period, async (deviceTrips) => {
    const [boundsOf, all] = await Promise.all([
      boundsWithin(deviceTrips),
      linesOf(device, deviceTrips, asked),
    ]);
    const lines = all.filter(({ sums }) => sums.records > 0);
    const levels = await fuelLevels(deviceTrips, device.tripDevice, lines);
    return lines.map((line, i) => ({
      deviceId: device.id,
      deviceName: device.name,
      distance: line.sums.distanceM,
      averageSpeed: averageSpeed(line.sums.distanceM, line.sums.movingS * 1000),
      maxSpeed: knotsFromKmPerHour(line.sums.maxKmh),
      spentFuel: spentLitres(line.sums.fuelMl),
      startOdometer: line.startM,
      endOdometer: line.endM,
      ...boundsOf(line),
      engineHours: line.sums.engineS * 1000,
      startHours: line.startS * 1000,
      endHours: line.endS * 1000,
      startFuel: levels[i]?.startFuel ?? null,
      endFuel: levels[i]?.endFuel ?? null,
    }));
  });
}
