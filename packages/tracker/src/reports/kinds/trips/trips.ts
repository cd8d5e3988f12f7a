import type { TripItem } from '@rastro/fleet';
import { most, sum } from '../../files/column.ts';
import { reportTrips } from './report-trips.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import { stretches, tripItem } from '../../traccar/traccar-items.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { tripsWithAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';

export const trips = defineReport<TripItem>()({
  title: { 'pt-BR': 'Viagens', es: 'Viajes', en: 'Trips' },
  showsTrack: true,
  namesPlaces: true,
  async *items(reader, job, device) {
    for await (const page of tripPages(reader, job, device))
      yield await tripsWithAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.duration('duration', ({ duration }) => duration)),
    sum(style.distance('distance', ({ distance }) => distance)),
    style.speed('averageSpeed', ({ averageSpeed }) => averageSpeed),
    most(style.speed('maxSpeed', ({ maxSpeed }) => maxSpeed)),
    sum(style.number('fuel', ({ spentFuel }) => spentFuel, 2)),
    style.place('from', ({ startLat, startLon, startAddress }) => [startLat, startLon, startAddress]),
    style.place('to', ({ endLat, endLon, endAddress }) => [endLat, endLon, endAddress]),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
  ],
});

/** Without addresses. */
export async function* tripPages(
  reader: ReportReader,
  { period, driverNames }: ReportJob,
  device: ReportDevice,
): AsyncGenerator<readonly TripItem[]> {
  if (device.tripDevice.settings.logic !== 'traccar') {
    yield* reportTrips(reader, device, period, driverNames);
    return;
  }
  for await (const page of stretches(reader, device, period, 'trip'))
    yield page.map((stretch) => tripItem(device, stretch, driverNames));
}
