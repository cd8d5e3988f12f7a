import type { GeofenceVisitItem } from '@rastro/fleet';
import { geofenceVisits } from '../event-reports.ts';
import { bookVisits } from '../geofence-reports.ts';
import { byStart, defineReport } from './report-kind.ts';

export const geofences = defineReport<GeofenceVisitItem>({
  title: { 'pt-BR': 'Cercas', es: 'Geocercas', en: 'Geofences' },
  async *items(reader, { period, geofenceIds }, device) {
    const wanted = new Set(geofenceIds);
    if (device.book.settings.logic === 'traccar') yield await geofenceVisits(reader, device, period, wanted);
    else yield* bookVisits(reader, device, period, (id) => wanted.has(id));
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.column('geofence', 24, ({ geofenceId }) => style.geofenceNames[geofenceId] ?? String(geofenceId)),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.duration('duration', ({ duration }) => duration),
    style.distance('distance', ({ distance }) => distance),
  ],
});
