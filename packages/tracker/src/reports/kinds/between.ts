import type { BetweenItem } from '@rastro/fleet';
import { bookBetween } from '../geofence-reports.ts';
import { byStart, defineReport } from './report-kind.ts';

/** Of the geofences that are named, else of all that the reader sees. */
export const between = defineReport<BetweenItem>({
  title: { 'pt-BR': 'Entre cercas', es: 'Entre geocercas', en: 'Between geofences' },
  async *items(reader, { period, geofenceIds, seesGeofences }, device) {
    const wanted = geofenceIds.length > 0 ? geofenceIds : seesGeofences;
    const ids = wanted && new Set(wanted);
    yield* bookBetween(reader, device, period, (id) => ids === null || ids.has(id));
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.column('from', 24, ({ fromGeofenceId: id }) => style.geofenceNames[id] ?? String(id)),
    style.column('to', 24, ({ toGeofenceId: id }) => style.geofenceNames[id] ?? String(id)),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.duration('duration', ({ duration }) => duration),
    style.distance('distance', ({ distance }) => distance),
  ],
});
