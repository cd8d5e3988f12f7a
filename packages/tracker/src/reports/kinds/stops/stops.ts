import type { StopItem } from '@rastro/fleet';
import { sum } from '../../files/column.ts';
import { reportStops } from './report-stops.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import { stopItem, stretches } from '../../traccar/traccar-items.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';

export const stops = defineReport<StopItem>()({
  title: { 'pt-BR': 'Paradas', es: 'Paradas', en: 'Stops' },
  labels: {
    odometer: { 'pt-BR': 'Hodômetro', es: 'Odómetro', en: 'Odometer' },
  },
  showsTrack: true,
  namesPlaces: true,
  async *items(reader, job, device) {
    for await (const page of stopPages(reader, job, device))
      yield await withAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.duration('duration', ({ duration }) => duration)),
    sum(style.duration('engineHours', ({ engineHours }) => engineHours)),
    sum(style.number('fuel', ({ spentFuel }) => spentFuel, 2)),
    style.distance('odometer', ({ startOdometer }) => startOdometer),
    style.place('place', ({ latitude, longitude, address }) => [latitude, longitude, address]),
  ],
});

/** Without addresses. */
export async function* stopPages(
  reader: ReportReader,
  { period }: ReportJob,
  device: ReportDevice,
): AsyncGenerator<readonly StopItem[]> {
  if (device.tripDevice.settings.logic !== 'traccar') {
    yield* reportStops(reader, device, period);
    return;
  }
  for await (const page of stretches(reader, device, period, 'stop'))
    yield page.map((stretch) => stopItem(device, stretch));
}
