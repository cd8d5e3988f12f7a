import type { IdleItem } from '@rastro/fleet';
import { sum } from '../../files/column.ts';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { costOf, litres, paged } from '../../history/with-trips.ts';
import { begun, spellOf } from '../../history/episodes.ts';

export const idle = defineReport<IdleItem>()({
  title: { 'pt-BR': 'Motor ocioso', es: 'Ralentí', en: 'Idling' },
  labels: {
    fuelByRate: {
      'pt-BR': 'Combustível estimado (L)',
      es: 'Combustible estimado (L)',
      en: 'Estimated fuel (L)',
    },
  },
  showsTrack: true,
  namesPlaces: true,
  async *items(reader, job, device) {
    for await (const page of reportIdle(reader, device, job))
      yield await withAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.instant('end', ({ endTime }) => endTime),
    sum(style.duration('duration', ({ duration }) => duration)),
    style.place('place', ({ latitude, longitude, address }) => [latitude, longitude, address]),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
    sum(style.number('fuelByRate', ({ spentFuel }) => spentFuel, 2)),
    sum(style.number('cost', ({ cost }) => cost, 2)),
  ],
});

async function* reportIdle(
  reader: ReportReader,
  device: ReportDevice,
  job: Pick<ReportJob, 'period' | 'driver' | 'driverNames'>,
): AsyncGenerator<readonly IdleItem[]> {
  const { idleLitresPerHour } = device.tripDevice.settings;
  const episodes = await begun(reader, device, job, ['idle']);
  const items = episodes.map((episode) => {
    const duration = (episode.figures['seconds'] ?? 0) * 1000;
    const spentFuel =
      idleLitresPerHour > 0 ? litres(Math.round((duration * idleLitresPerHour) / 3600)) : null;
    return {
      ...spellOf(device, episode, job.driverNames),
      duration,
      spentFuel,
      cost: costOf(device, spentFuel),
    };
  });
  yield* paged(items);
}
