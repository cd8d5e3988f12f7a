import { FUELING_TYPES, type FuelingItem } from '@rastro/fleet';
import { reportFuelings } from './report-fuelings.ts';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';

export const fuelings = defineReport<FuelingItem>()({
  title: { 'pt-BR': 'Abastecimentos e quedas', es: 'Cargas y descargas', en: 'Fills and drains' },
  labels: {
    fill: { 'pt-BR': 'Abastecimento', es: 'Carga', en: 'Fill' },
    drain: { 'pt-BR': 'Queda (possível furto)', es: 'Descarga', en: 'Drain' },
    before: { 'pt-BR': 'Antes (L)', es: 'Antes (L)', en: 'Before (L)' },
    after: { 'pt-BR': 'Depois (L)', es: 'Después (L)', en: 'After (L)' },
    beforePercent: { 'pt-BR': 'Antes (%)', es: 'Antes (%)', en: 'Before (%)' },
    afterPercent: { 'pt-BR': 'Depois (%)', es: 'Después (%)', en: 'After (%)' },
  },
  showsTrack: true,
  namesPlaces: true,
  async *items(reader, job, device) {
    for await (const page of reportFuelings(reader, device, job))
      yield await withAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  narrowing: ({ eventTypes }, label) => FUELING_TYPES.filter((type) => eventTypes.includes(type)).map(label),
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
