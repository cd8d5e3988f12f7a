import type { DriverItem } from '@rastro/fleet';
import { reportDrivers } from './driver-items.ts';
import { defineReport } from '../report-kind.ts';

export const drivers = defineReport<DriverItem>({
  title: { 'pt-BR': 'Motoristas', es: 'Conductores', en: 'Drivers' },
  partedBy: () => 'none',
  async *items(reader, job, device) {
    yield* reportDrivers(reader, device, job.period, job);
  },
  beginsAt: null,
  columns: (style) => [
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.number('drives', (item) => item.drives, 0, 10),
    style.distance('distance', ({ distance }) => distance),
    style.duration('duration', ({ duration }) => duration),
    style.duration('idle', (item) => item.idle),
    style.number('speedings', (item) => item.speedings, 0, 10),
    style.duration('overspeed', ({ overspeed }) => overspeed),
  ],
});
