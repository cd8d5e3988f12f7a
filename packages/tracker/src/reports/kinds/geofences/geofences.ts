import type { ReportItems } from '@rastro/fleet';
import { sum } from '../../files/column.ts';
import { traccarVisits } from './traccar-visits.ts';
import { geofenceFilter } from '../../history/geofence-filter.ts';
import { reportVisits } from './report-visits.ts';
import { byStart, defineReport } from '../report-kind.ts';

/** Of the geofences that are named, else of all that the reader sees. */
export const geofences = defineReport<ReportItems['geofences']>()({
  title: { 'pt-BR': 'Visitas a cercas', es: 'Visitas a geocercas', en: 'Geofence visits' },
  async *items(reader, { period, ...job }, device) {
    const isWanted = geofenceFilter(job);
    if (device.tripDevice.settings.logic === 'traccar')
      yield await traccarVisits(reader, device, period, isWanted);
    else yield* reportVisits(reader, device, period, isWanted);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.column('geofence', 24, ({ geofenceId }) => style.geofenceNames[geofenceId] ?? String(geofenceId)),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.duration('duration', ({ duration }) => duration)),
    sum(style.distance('distance', ({ distance }) => distance)),
  ],
});
