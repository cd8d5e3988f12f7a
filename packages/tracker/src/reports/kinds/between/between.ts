import type { ReportItems } from '@rastro/fleet';
import { sum } from '../../files/column.ts';
import { geofenceFilter } from '../../history/geofence-filter.ts';
import { reportBetween } from './report-between.ts';
import { byStart, defineReport } from '../report-kind.ts';

/** Of the geofences that are named, else of all that the reader sees. */
export const between = defineReport<ReportItems['between']>()({
  title: { 'pt-BR': 'Entre cercas', es: 'Entre geocercas', en: 'Between geofences' },
  async *items(reader, { period, ...job }, device) {
    yield* reportBetween(reader, device, period, geofenceFilter(job));
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.column('from', 24, ({ fromGeofenceId: id }) => style.geofenceNames[id] ?? String(id)),
    style.column('to', 24, ({ toGeofenceId: id }) => style.geofenceNames[id] ?? String(id)),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.duration('duration', ({ duration }) => duration)),
    sum(style.distance('distance', ({ distance }) => distance)),
  ],
});
