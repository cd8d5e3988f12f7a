import type { FuelingItem } from '@rastro/fleet';
import { bookFuelings } from '../episode-reports.ts';
import { maybeRounded } from '../sheet-style.ts';
import { withAddresses } from '../with-addresses.ts';
import { byStart, defineReport } from './report-kind.ts';

export const fuelings = defineReport<FuelingItem>({
  title: { 'pt-BR': 'Abastecimentos e perdas', es: 'Cargas y descargas', en: 'Fills and drains' },
  showsWay: true,
  hasTotals: false,
  namesPlaces: true,
  async *items(reader, job, device) {
    for (const page of bookFuelings(reader, device, job.period, job.driverNames))
      yield withAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.column('event', 16, ({ type }) => style.word(type)),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.place('place', ({ latitude, longitude, address }) => [latitude, longitude, address]),
    style.column('fuel', 12, ({ litres }) => maybeRounded(litres, 1)),
    style.column('before', 12, ({ before }) => maybeRounded(before, 1)),
    style.column('after', 12, ({ after }) => maybeRounded(after, 1)),
    style.column('beforePercent', 12, ({ beforePercent }) => maybeRounded(beforePercent, 1)),
    style.column('afterPercent', 12, ({ afterPercent }) => maybeRounded(afterPercent, 1)),
    style.column('cost', 12, ({ cost }) => maybeRounded(cost, 2)),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
    style.column('details', 16, ({ note }) => note),
  ],
});
