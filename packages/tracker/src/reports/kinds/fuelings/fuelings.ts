import type { FuelingItem } from '@rastro/fleet';
import { reportFuelings } from '../../history/episode-reports.ts';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';

export const fuelings = defineReport<FuelingItem>({
  title: { 'pt-BR': 'Abastecimentos e quedas', es: 'Cargas y descargas', en: 'Fills and drains' },
  showsTrack: true,
  hasTotals: false,
  namesPlaces: true,
  async *items(reader, job, device) {
    for (const page of reportFuelings(reader, device, job)) yield withAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.column('event', 16, ({ type }) => style.label(type)),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.place('place', ({ latitude, longitude, address }) => [latitude, longitude, address]),
    style.number('fuel', ({ litres }) => litres, 1),
    style.number('before', ({ before }) => before, 1),
    style.number('after', ({ after }) => after, 1),
    style.number('beforePercent', ({ beforePercent }) => beforePercent, 1),
    style.number('afterPercent', ({ afterPercent }) => afterPercent, 1),
    style.number('cost', ({ cost }) => cost, 2),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
    style.column('details', 16, ({ note }) => note),
  ],
});
