import type { DriverItem } from '@rastro/fleet';
import { sum } from '../../files/column.ts';
import { reportDrivers } from './report-drivers.ts';
import { defineReport } from '../report-kind.ts';

export const drivers = defineReport<DriverItem>()({
  title: { 'pt-BR': 'Motoristas', es: 'Conductores', en: 'Drivers' },
  labels: {
    drives: { 'pt-BR': 'Viagens', es: 'Viajes', en: 'Trips' },
    speedings: { 'pt-BR': 'Excessos de velocidade', es: 'Excesos de velocidad', en: 'Speeding events' },
  },
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
    sum(style.number('drives', (item) => item.drives, 0, 10)),
    sum(style.distance('distance', ({ distance }) => distance)),
    sum(style.duration('duration', ({ duration }) => duration)),
    sum(style.duration('idle', (item) => item.idle)),
    sum(style.number('speedings', (item) => item.speedings, 0, 10)),
    sum(style.duration('overspeed', ({ overspeed }) => overspeed)),
  ],
});
