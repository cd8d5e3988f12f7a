import type { ReportItems } from '@rastro/fleet';
import { reportDaily } from '../../history/day-reports.ts';
import { defineReport } from '../report-kind.ts';

export const daily = defineReport<ReportItems['daily']>({
  title: { 'pt-BR': 'Quilometragem diária', es: 'Kilometraje diario', en: 'Daily distance' },
  partedBy: () => 'vehicles',
  async *items(reader, { period, hours: within, daily: zone, reader: { zone: own } }, device) {
    yield* reportDaily(reader, device, { period, zone: zone ?? own, hours: within });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.date('date', (item) => item.date),
    style.maybeDistance('distance', ({ distance }) => distance),
    style.duration('moving', (item) => item.moving),
    style.duration('stopped', (item) => item.stopped),
    style.duration('silentTime', (item) => item.silent),
    style.duration('engineHours', ({ engineHours }) => engineHours),
    style.duration('idle', (item) => item.idle),
    style.duration('overspeed', ({ overspeed }) => overspeed),
    style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed),
    style.number('fuel', ({ spentFuel }) => spentFuel, 2),
    style.distance('startOdometer', ({ startOdometer }) => startOdometer),
    style.distance('endOdometer', ({ endOdometer }) => endOdometer),
  ],
});
