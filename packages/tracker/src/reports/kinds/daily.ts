import type { DailyItem } from '@rastro/fleet';
import { bookDaily } from '../day-reports.ts';
import { hours, rounded } from '../sheet-style.ts';
import { defineReport } from './report-kind.ts';

export const daily = defineReport<DailyItem>({
  title: { 'pt-BR': 'Quilômetros por dia', es: 'Kilómetros por día', en: 'Daily distance' },
  partedBy: () => 'vehicles',
  async *items(reader, { period, hours: within, daily: zone, reader: { zone: own } }, device) {
    yield* bookDaily(reader, device, { period, zone: zone ?? own, hours: within });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.column('date', 12, (item) => item.date),
    style.maybeDistance('distance', ({ distance }) => distance),
    style.column('moving', 12, (item) => hours(item.moving)),
    style.column('stopped', 12, (item) => hours(item.stopped)),
    style.column('silentTime', 12, (item) => hours(item.silent)),
    style.column('engineHours', 12, ({ engineHours }) => hours(engineHours)),
    style.column('idle', 12, (item) => hours(item.idle)),
    style.column('overspeed', 12, ({ overspeed }) => hours(overspeed)),
    style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed),
    style.column('fuel', 12, ({ spentFuel }) => rounded(spentFuel, 2)),
    style.distance('startOdometer', ({ startOdometer }) => startOdometer),
    style.distance('endOdometer', ({ endOdometer }) => endOdometer),
  ],
});
