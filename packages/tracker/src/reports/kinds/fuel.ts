import type { FuelItem } from '@rastro/fleet';
import { bookFuel } from '../day-reports.ts';
import { maybeRounded } from '../sheet-style.ts';
import { defineReport } from './report-kind.ts';

export const fuel = defineReport<FuelItem>({
  title: { 'pt-BR': 'Combustível', es: 'Combustible', en: 'Fuel' },
  partedBy: ({ daily }) => (daily === null ? 'none' : 'vehicles'),
  async *items(reader, { period, hours, daily: zone }, device) {
    yield* bookFuel(reader, device, { period, zone, hours });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.distance('distance', ({ distance }) => distance),
    style.column('fuel', 12, ({ spentFuel }) => maybeRounded(spentFuel, 2)),
    style.column('filled', 12, (item) => maybeRounded(item.filled, 1)),
    style.column('drained', 12, (item) => maybeRounded(item.drained, 1)),
    style.column('startFuel', 12, ({ startFuel }) => maybeRounded(startFuel, 1)),
    style.column('endFuel', 12, ({ endFuel }) => maybeRounded(endFuel, 1)),
    style.column('litresPer100Km', 12, (item) => maybeRounded(item.litresPer100Km, 1)),
    style.column('cost', 12, ({ cost }) => maybeRounded(cost, 2)),
    style.column(
      'knownBy',
      20,
      ({ sources }) => sources.map((source) => style.word(source)).join(', ') || null,
    ),
  ],
});
