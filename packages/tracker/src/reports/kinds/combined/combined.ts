import type { ReportItems } from '@rastro/fleet';
import { eventFilter, eventsOf, type Filter } from '../../history/event-filter.ts';
import { defineReport } from '../report-kind.ts';
import type { HistoryReader, StoredEvent } from '@rastro/storage';
import { serializeEvent, serializePosition } from '../../../serializers/serializers.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import { insideOf } from '../../request/report-hours.ts';
import type { ReportJob } from '../../request/report-job.ts';

/** A picture, no list: it has no sheet. */
export const combined = defineReport<ReportItems['combined']>()({
  title: { 'pt-BR': 'Trajeto', es: 'Recorrido', en: 'Route' },
  async *items(reader, job, device) {
    yield [await combinedItem(reader, device, job, eventFilter(job))];
  },
  beginsAt: null,
  columns: null,
  isLong: true,
});

const PAGE_ROWS = 2000;

/** Track, events and their positions of a device, for one picture. @source docs/reference/tracking-api.md §3.11 */
async function combinedItem(
  reader: HistoryReader,
  device: ReportDevice,
  { period, hours }: Pick<ReportJob, 'period' | 'hours'>,
  wanted: Filter,
): Promise<ReportItems['combined']> {
  const isInside = insideOf(hours) ?? (() => true);
  const route: (readonly [number, number])[] = [];
  for await (const page of reader.track({ deviceId: device.id, ...period, pageSize: PAGE_ROWS }, []))
    for (const { latitude, longitude, fixTime } of page)
      if (isInside(fixTime)) route.push([longitude, latitude]);
  const isPlaced: Filter = (event) => event.positionId !== 0 && isInside(event.eventTime) && wanted(event);
  const placed: StoredEvent[] = [];
  for await (const page of eventsOf(reader, device, period, isPlaced)) placed.push(...page);
  // The place where it began to move is shown too, as in Traccar, though that event is not listed.
  const positions = await reader.positionsById([...new Set(placed.map(({ positionId }) => positionId))]);
  const events = placed.filter(({ type }) => type !== 'deviceMoving');
  return {
    deviceId: device.id,
    route,
    events: events.map(serializeEvent),
    positions: positions.toSorted((a, b) => a.fixTime - b.fixTime || a.id - b.id).map(serializePosition),
  };
}
