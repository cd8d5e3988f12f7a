import type { DriverItem } from '@rastro/fleet';
import { bookDrivers } from '../driver-report.ts';
import { hours } from '../sheet-style.ts';
import { defineReport } from './report-kind.ts';

export const drivers = defineReport<DriverItem>({
  title: { 'pt-BR': 'Motoristas', es: 'Conductores', en: 'Drivers' },
  partedBy: () => 'none',
  async *items(reader, job, device) {
    yield* bookDrivers(reader, device, job.period, job);
  },
  beginsAt: null,
  columns: (style) => [
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.column('drives', 10, (item) => item.drives),
    style.distance('distance', ({ distance }) => distance),
    style.column('duration', 12, ({ duration }) => hours(duration)),
    style.column('idle', 12, (item) => hours(item.idle)),
    style.column('speedings', 10, (item) => item.speedings),
    style.column('overspeed', 12, ({ overspeed }) => hours(overspeed)),
  ],
});
