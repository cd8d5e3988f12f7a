import type { TripItem } from '@rastro/fleet';
import { bookTrips } from '../book-reports.ts';
import { stretches, tripItem } from '../device-reports.ts';
import { hours, rounded } from '../sheet-style.ts';
import { defineReport } from './report-kind.ts';

export const trips = defineReport<TripItem>({
  title: { 'pt-BR': 'Viagens', es: 'Viajes', en: 'Trips' },
  async *items(reader, { period, driverNames }, device) {
    if (device.book.settings.logic !== 'traccar') {
      yield* bookTrips(reader, device, period, driverNames);
      return;
    }
    for await (const page of stretches(reader, device, period, 'trip'))
      yield page.map((stretch) => tripItem(device, stretch, driverNames));
  },
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.column('duration', 12, ({ duration }) => hours(duration)),
    style.distance('distance', ({ distance }) => distance),
    style.speed('averageSpeed', ({ averageSpeed }) => averageSpeed),
    style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed),
    style.column('fuel', 12, ({ spentFuel }) => rounded(spentFuel, 2)),
    style.place('from', ({ startLat, startLon, startAddress }) => [startLat, startLon, startAddress]),
    style.place('to', ({ endLat, endLon, endAddress }) => [endLat, endLon, endAddress]),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
  ],
});
