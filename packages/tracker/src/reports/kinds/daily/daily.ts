import type { ReportItems } from '@rastro/fleet';
import { most, sum } from '../../files/column.ts';
import { reportDaily } from './report-daily.ts';
import { defineReport } from '../report-kind.ts';

export const daily = defineReport<ReportItems['daily']>()({
  title: { 'pt-BR': 'Quilometragem diária', es: 'Kilometraje diario', en: 'Daily distance' },
  labels: {
    date: { 'pt-BR': 'Data', es: 'Fecha', en: 'Date' },
    moving: { 'pt-BR': 'Em movimento', es: 'En movimiento', en: 'Moving' },
    stopped: { 'pt-BR': 'Parado', es: 'Detenido', en: 'Stopped' },
    silentTime: { 'pt-BR': 'Sem sinal', es: 'Sin señal', en: 'No signal' },
  },
  isDaily: true,
  partedBy: () => 'vehicles',
  async *items(reader, { period, hours: within, daily: zone, reader: { zone: own } }, device) {
    yield* reportDaily(reader, device, { period, zone: zone ?? own, hours: within });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.date('date', (item) => item.date),
    sum(style.maybeDistance('distance', ({ distance }) => distance)),
    sum(style.duration('moving', (item) => item.moving)),
    sum(style.duration('stopped', (item) => item.stopped)),
    sum(style.duration('silentTime', (item) => item.silent)),
    sum(style.duration('engineHours', ({ engineHours }) => engineHours)),
    sum(style.duration('idle', (item) => item.idle)),
    sum(style.duration('overspeed', ({ overspeed }) => overspeed)),
    most(style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed)),
    sum(style.number('fuel', ({ spentFuel }) => spentFuel, 2)),
    style.distance('startOdometer', ({ startOdometer }) => startOdometer),
    style.distance('endOdometer', ({ endOdometer }) => endOdometer),
  ],
});
