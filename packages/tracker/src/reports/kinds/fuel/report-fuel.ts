import type { ReportItems } from '@rastro/fleet';
import type { ReportDevice } from '../../request/report-device.ts';
import { fuelLevels } from '../../history/fuel-level.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { costOf, litres, spentLitres, withTrips } from '../../history/with-trips.ts';
import { boundsWithin, linesOf, type Asked, type Line } from '../../history/day-lines.ts';

/** Over a shorter way, use by distance says nothing. @source docs/reference/history-and-reports.md §3.2 */
const MIN_RATED_M = 20_000;

/** Fuel that was used, filled and drained, and how that is known. */
export async function* reportFuel(
  reader: ReportReader,
  device: ReportDevice,
  asked: Asked,
): AsyncGenerator<readonly ReportItems['fuel'][]> {
  yield await withTrips(reader, device, asked.period, async (deviceTrips) => {
    const [boundsOf, all] = await Promise.all([
      boundsWithin(deviceTrips),
      linesOf(device, deviceTrips, asked),
    ]);
    const lines = all.filter(({ sums }) => sums.records > 0);
    const levels = await fuelLevels(deviceTrips, device.tripDevice, lines);
    const item = async (line: Line, i: number): Promise<ReportItems['fuel']> => {
      const { sums, from, to } = line;
      const sources = [
        ...new Set((await deviceTrips.pieces(from, to - 1)).flatMap(({ fuelBy }) => fuelBy ?? [])),
      ].toSorted();
      const spentFuel = sources.length > 0 ? spentLitres(sums.fuelMl) : null;
      const hasLevel = sources.includes('level') || sums.filledMl > 0 || sums.drainedMl > 0;
      const isLong = sums.distanceM >= MIN_RATED_M;
      return {
        deviceId: device.id,
        deviceName: device.name,
        ...boundsOf(line),
        distance: sums.distanceM,
        spentFuel,
        filled: hasLevel ? litres(sums.filledMl) : null,
        drained: hasLevel ? litres(sums.drainedMl) : null,
        startFuel: levels[i]?.startFuel ?? null,
        endFuel: levels[i]?.endFuel ?? null,
        litresPer100Km: spentFuel !== null && isLong ? (spentFuel * 100_000) / sums.distanceM : null,
        cost: costOf(device, spentFuel),
        sources,
      };
    };
    return Promise.all(lines.map(item));
  });
}
