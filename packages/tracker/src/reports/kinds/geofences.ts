import type { GeofenceVisitItem } from '@rastro/fleet';
import { geofenceVisits } from '../event-reports.ts';
import { hours } from '../sheet-style.ts';
import { defineReport } from './report-kind.ts';

export const geofences = defineReport<GeofenceVisitItem>({
  title: { 'pt-BR': 'Cercas', es: 'Geocercas', en: 'Geofences' },
  async *items(reader, { period, geofenceIds }, device) {
    yield await geofenceVisits(reader, device, period, geofenceIds);
  },
  columns: (style) => [
    style.device(),
    style.column('geofence', 24, ({ geofenceId }) => style.geofenceNames[geofenceId] ?? String(geofenceId)),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    style.column('duration', 12, ({ startTime, endTime }) =>
      hours(Date.parse(endTime) - Date.parse(startTime)),
    ),
  ],
});
