import type { SummaryItem } from '@rastro/fleet';
import { most, sum } from '../../files/column.ts';
import { reportSummary } from './report-summary.ts';
import { summary as summaryOf } from '../../traccar/traccar-items.ts';
import { defineReport } from '../report-kind.ts';

export const summary = defineReport<SummaryItem>()({
  title: { 'pt-BR': 'Resumo', es: 'Resumen', en: 'Summary' },
  partedBy: ({ daily }) => (daily === null ? 'none' : 'vehicles'),
  async *items(reader, { period, hours, daily: zone }, device) {
    // Traccar knows no hours: what it takes from both ends of a period cannot be parted.
    const isTraccar = device.tripDevice.settings.logic === 'traccar' && hours === null;
    if (isTraccar) yield* summaryOf(reader, device, period, zone);
    else yield* reportSummary(reader, device, { period, zone, hours });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.distance('distance', ({ distance }) => distance)),
    style.distance('startOdometer', ({ startOdometer }) => startOdometer),
    style.distance('endOdometer', ({ endOdometer }) => endOdometer),
    style.speed('averageSpeed', ({ averageSpeed }) => averageSpeed),
    most(style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed)),
    sum(style.duration('engineHours', ({ engineHours }) => engineHours)),
    sum(style.number('fuel', ({ spentFuel }) => spentFuel, 2)),
    style.number('startFuel', ({ startFuel }) => startFuel ?? null, 1),
    style.number('endFuel', ({ endFuel }) => endFuel ?? null, 1),
  ],
});
