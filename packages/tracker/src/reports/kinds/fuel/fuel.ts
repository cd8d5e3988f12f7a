import type { ReportItems } from '@rastro/fleet';
import { sum } from '../../files/column.ts';
import { reportFuel } from './report-fuel.ts';
import { defineReport } from '../report-kind.ts';

export const fuel = defineReport<ReportItems['fuel']>()({
  title: { 'pt-BR': 'Consumo', es: 'Consumo', en: 'Fuel use' },
  labels: {
    filled: { 'pt-BR': 'Abastecido (L)', es: 'Cargado (L)', en: 'Filled (L)' },
    drained: { 'pt-BR': 'Queda (L)', es: 'Descargado (L)', en: 'Drained (L)' },
    litresPer100Km: { 'pt-BR': 'L/100 km', es: 'L/100 km', en: 'L/100 km' },
    knownBy: { 'pt-BR': 'Medido por', es: 'Medido por', en: 'Measured by' },
    counter: { 'pt-BR': 'contador do motor', es: 'contador del motor', en: 'engine counter' },
    level: { 'pt-BR': 'nível do tanque', es: 'nivel del tanque', en: 'tank level' },
    rate: { 'pt-BR': 'estimativa', es: 'estimación', en: 'estimate' },
  },
  partedBy: ({ daily }) => (daily === null ? 'none' : 'vehicles'),
  async *items(reader, { period, hours, daily: zone }, device) {
    yield* reportFuel(reader, device, { period, zone, hours });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.distance('distance', ({ distance }) => distance)),
    sum(style.number('fuel', ({ spentFuel }) => spentFuel, 2)),
    sum(style.number('filled', (item) => item.filled, 1)),
    sum(style.number('drained', (item) => item.drained, 1)),
    style.number('startFuel', ({ startFuel }) => startFuel, 1),
    style.number('endFuel', ({ endFuel }) => endFuel, 1),
    style.number('litresPer100Km', (item) => item.litresPer100Km, 1),
    sum(style.number('cost', ({ cost }) => cost, 2)),
    style.column(
      'knownBy',
      20,
      ({ sources }) => sources.map((source) => style.label(source)).join(', ') || null,
    ),
  ],
});
