import type { ReportItems } from '@rastro/fleet';
import { most, sum } from '../../files/column.ts';
import { reportSpeeding } from './report-speeding.ts';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';

export const speeding = defineReport<ReportItems['speeding']>()({
  title: { 'pt-BR': 'Excesso de velocidade', es: 'Exceso de velocidad', en: 'Speeding' },
  labels: {
    limit: { 'pt-BR': 'Limite', es: 'Límite', en: 'Limit' },
    limitSource: { 'pt-BR': 'Origem do limite', es: 'Origen del límite', en: 'Limit source' },
    tracker: { 'pt-BR': 'Rastreador', es: 'Rastreador', en: 'Tracker' },
    vehicleLimit: { 'pt-BR': 'Veículo', es: 'Vehículo', en: 'Vehicle' },
    over: { 'pt-BR': 'Acima do limite', es: 'Sobre el límite', en: 'Over the limit' },
  },
  showsTrack: true,
  namesPlaces: true,
  async *items(reader, job, device) {
    const seen = job.seesGeofences && new Set(job.seesGeofences);
    for await (const page of reportSpeeding(reader, device, job, (id) => seen === null || seen.has(id)))
      yield await withAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.shortDuration('duration', ({ duration }) => duration)),
    style.place('place', ({ latitude, longitude, address }) => [latitude, longitude, address]),
    style.speed('limit', ({ limit }) => limit),
    style.column('limitSource', 16, ({ limitSource, geofenceId }) =>
      limitSource === null
        ? null
        : (style.geofenceNames[geofenceId] ??
          style.label(limitSource === 'device' ? 'vehicleLimit' : limitSource)),
    ),
    most(style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed)),
    style.speed('over', ({ over }) => over),
    sum(style.distance('distance', ({ distance }) => distance)),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
  ],
});
