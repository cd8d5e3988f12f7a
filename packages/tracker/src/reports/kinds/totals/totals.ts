import { addTotals, litresPer100Km, NO_TOTALS, type TotalsItem } from '@rastro/fleet';
import { most, sum } from '../../files/column.ts';
import { defineReport } from '../report-kind.ts';
import { asTheyAre } from '../joined-items.ts';
import { compareLines, keyOfLine, LINE_LABELS, nameOfLine } from '../lines-by.ts';
import { joinTotals, totalsOfMany } from './report-totals.ts';

export const totals = defineReport<TotalsItem>()({
  title: { 'pt-BR': 'Totais por veículo', es: 'Totales por vehículo', en: 'Vehicle totals' },
  labels: {
    ...LINE_LABELS,
    moving: { 'pt-BR': 'Em movimento', es: 'En movimiento', en: 'Moving' },
    night: { 'pt-BR': 'À noite', es: 'De noche', en: 'At night' },
    offHours: { 'pt-BR': 'Fora do expediente', es: 'Fuera de horario', en: 'Out of hours' },
    brakings: { 'pt-BR': 'Freadas', es: 'Frenadas', en: 'Braking' },
    severeBrakings: { 'pt-BR': 'Freadas graves', es: 'Frenadas graves', en: 'Severe braking' },
    accelerations: { 'pt-BR': 'Acelerações', es: 'Aceleraciones', en: 'Acceleration' },
    severeAccelerations: {
      'pt-BR': 'Acelerações graves',
      es: 'Aceleraciones graves',
      en: 'Severe acceleration',
    },
    cornerings: { 'pt-BR': 'Curvas', es: 'Curvas', en: 'Cornering' },
    severeCornerings: { 'pt-BR': 'Curvas graves', es: 'Curvas graves', en: 'Severe cornering' },
    belt: { 'pt-BR': 'Sem cinto', es: 'Sin cinturón', en: 'No seat belt' },
    phone: { 'pt-BR': 'Celular', es: 'Teléfono', en: 'Phone' },
    longDrives: { 'pt-BR': 'Sem pausa', es: 'Sin pausa', en: 'No break' },
    watched: { 'pt-BR': 'Conhecido em', es: 'Conocido en', en: 'Known for' },
    litresPer100Km: { 'pt-BR': 'L/100 km', es: 'L/100 km', en: 'L/100 km' },
  },
  partedBy: () => 'none',
  async *items(reader, job, device) {
    yield await totalsOfMany(reader, { ...job, devices: [device] });
  },
  ofMany: {
    items: totalsOfMany,
    keyOf: keyOfLine,
    join: joinTotals,
    compare: compareLines,
    finish: asTheyAre,
  },
  beginsAt: null,
  adds: { none: NO_TOTALS, add: addTotals },
  columns: (style, { by }) => [
    style.column(by, 24, (item) => {
      const without = by === 'driver' ? 'noDriver' : 'noGroup';
      return by === 'device' ? item.deviceName : (nameOfLine(item) ?? style.label(without));
    }),
    sum(style.distance('distance', ({ distance }) => distance)),
    sum(style.duration('moving', ({ moving }) => moving)),
    sum(style.duration('engineHours', ({ engineHours }) => engineHours)),
    sum(style.duration('idle', ({ idle }) => idle)),
    sum(style.duration('overspeed', ({ overspeed }) => overspeed)),
    most(style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed)),
    sum(style.duration('night', ({ night }) => night)),
    sum(style.distance('offHours', ({ offHours }) => offHours)),
    sum(style.number('fuel', ({ fuelMl }) => fuelMl / 1000, 2)),
    style.number('litresPer100Km', litresPer100Km, 1),
    sum(style.number('cost', ({ costCents }) => (costCents === null ? null : costCents / 100), 2)),
    sum(style.number('brakings', ({ brakings }) => brakings, 0)),
    sum(style.number('severeBrakings', ({ severeBrakings }) => severeBrakings, 0)),
    sum(style.number('accelerations', ({ accelerations }) => accelerations, 0)),
    sum(style.number('severeAccelerations', ({ severeAccelerations }) => severeAccelerations, 0)),
    sum(style.number('cornerings', ({ cornerings }) => cornerings, 0)),
    sum(style.number('severeCornerings', ({ severeCornerings }) => severeCornerings, 0)),
    sum(style.number('belt', ({ beltAlarms }) => beltAlarms, 0)),
    sum(style.number('phone', ({ phoneAlarms }) => phoneAlarms, 0)),
    sum(style.number('longDrives', ({ longDrives }) => longDrives, 0)),
    sum(style.distance('watched', ({ watched }) => watched)),
  ],
});
