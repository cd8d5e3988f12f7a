import type { LatLng } from '@rastro/fleet';
import { most, sum } from '../../files/column.ts';
import { serializeEvent } from '../../../serializers/serializers.ts';
import { inOrderOfTime, ofEvent, ofGap, ofStop, ofTrip, type ChronologyItem } from './chronology-items.ts';
import type { ReportDevice, Period } from '../../request/report-device.ts';
import { eventFilter, eventsOf, type Filter } from '../../history/event-filter.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { eventsWithAddresses, withAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';
import { stopPages } from '../stops/stops.ts';
import { tripPages } from '../trips/trips.ts';
import { stretchesOf, type Stretch } from '@rastro/fleet/trips';
import { withTrips } from '../../history/with-trips.ts';
import { restOf, startOf } from '../../history/stretches.ts';

/** A trip and a stop stand there themselves. */
const COVERED_BY_TRIPS: ReadonlySet<string> = new Set(['deviceMoving', 'deviceStopped']);

export const chronology = defineReport<ChronologyItem>()({
  title: { 'pt-BR': 'Cronologia', es: 'Cronología', en: 'Chronology' },
  labels: {
    happened: { 'pt-BR': 'O que houve', es: 'Qué pasó', en: 'What happened' },
    trip: { 'pt-BR': 'Viagem', es: 'Viaje', en: 'Trip' },
    stop: { 'pt-BR': 'Parada', es: 'Parada', en: 'Stop' },
    silence: { 'pt-BR': 'Sem sinal', es: 'Sin señal', en: 'No signal' },
  },
  showsTrack: true,
  namesPlaces: true,
  async *items(reader, job, device) {
    yield* inOrderOfTime(await placedStretches(reader, job, device), eventPages(reader, job, device));
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.maybeInstant('end', ({ kind, endTime }) => (kind === 'event' ? null : endTime)),
    style.column('happened', 28, ({ kind, type, alarm }) =>
      type === null ? style.label(kind) : style.event(type, alarm),
    ),
    sum(style.duration('duration', ({ kind, duration }) => (kind === 'event' ? null : duration))),
    sum(style.maybeDistance('distance', ({ distance }) => distance)),
    most(style.maybeSpeed('maxSpeed', ({ maxSpeed }) => maxSpeed)),
    style.column('place', 30, ({ address, latitude, longitude }) =>
      address === null && latitude !== null && longitude !== null
        ? `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
        : address,
    ),
    style.column('geofence', 24, ({ geofenceId }) => style.geofenceNames[geofenceId] ?? null),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
  ],
});

async function placedStretches(
  reader: ReportReader,
  job: ReportJob,
  device: ReportDevice,
): Promise<readonly ChronologyItem[]> {
  const items: ChronologyItem[] = [];
  for await (const page of tripPages(reader, job, device)) items.push(...page.map(ofTrip));
  for await (const page of stopPages(reader, job, device)) items.push(...page.map(ofStop));
  // By the rules of Traccar there are none.
  if (device.tripDevice.settings.logic !== 'traccar')
    items.push(...(await reportGaps(reader, device, job.period)).map((gap) => ofGap(device, gap)));
  const placed = items.filter((item): item is ChronologyItem & LatLng => item.latitude !== null);
  return withAddresses(reader, placed, job.reader);
}

async function* eventPages(
  reader: ReportReader,
  job: ReportJob,
  device: ReportDevice,
): AsyncGenerator<readonly ChronologyItem[]> {
  const wanted = eventFilter(job);
  const isIncluded: Filter = (event) => !COVERED_BY_TRIPS.has(event.type) && wanted(event);
  for await (const page of eventsOf(reader, device, job.period, isIncluded)) {
    const events = await eventsWithAddresses(reader, page.map(serializeEvent), job.reader);
    yield events.map((event) => ofEvent(device, event));
  }
}

/** Silences that touch the period, whole. */
const reportGaps = (
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
): Promise<readonly Stretch[]> =>
  withTrips(reader, device, period, async (deviceTrips) => {
    const pieces = await deviceTrips.pieces(period.from, period.to, ['silence']);
    return stretchesOf([
      ...(await startOf(deviceTrips, pieces[0])),
      ...pieces,
      ...(await restOf(deviceTrips, pieces.at(-1), period.to)),
    ]);
  });
