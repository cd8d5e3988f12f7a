import type { ReportItems } from '@rastro/fleet';
import { reportFuel } from '../../history/day-reports.ts';
import { defineReport } from '../report-kind.ts';

export const fuel = defineReport<ReportItems['fuel']>({
  title: { 'pt-BR': 'Consumo', es: 'Consumo', en: 'Fuel use' },
  partedBy: ({ daily }) => (daily === null ? 'none' : 'vehicles'),
  async *items(reader, { period, hours, daily: zone }, device) {
    yield* reportFuel(reader, device, { period, zone, hours });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.distance('distance', ({ distance }) => distance),
    style.number('fuel', ({ spentFuel }) => spentFuel, 2),
    style.number('filled', (item) => item.filled, 1),
    style.number('drained', (item) => item.drained, 1),
    style.number('startFuel', ({ startFuel }) => startFuel, 1),
    style.number('endFuel', ({ endFuel }) => endFuel, 1),
    style.number('litresPer100Km', (item) => item.litresPer100Km, 1),
    style.number('cost', ({ cost }) => cost, 2),
    style.column(
      'knownBy',
      20,
      ({ sources }) => sources.map((source) => style.label(source)).join(', ') || null,
    ),
  ],
});
