import type { EventItem } from '@rastro/fleet';
import { serializeEvent } from '../../../serializers/serializers.ts';
import { eventFilter, eventsOf } from '../../history/event-filter.ts';
import { listed } from '../../files/sheet-style.ts';
import { eventsWithAddresses } from '../../addresses/with-addresses.ts';
import { defineReport } from '../report-kind.ts';

export const events = defineReport<EventItem>()({
  title: { 'pt-BR': 'Eventos', es: 'Eventos', en: 'Events' },
  namesPlaces: true,
  async *items(reader, job, device) {
    for await (const page of eventsOf(reader, device, job.period, eventFilter(job)))
      yield await eventsWithAddresses(reader, page.map(serializeEvent), job.reader);
  },
  beginsAt: ({ eventTime }) => Date.parse(eventTime),
  columns: (style) => [
    style.device(),
    style.instant('time', ({ eventTime }) => eventTime),
    style.column('event', 28, ({ type, attributes }) => style.event(type, attributes['alarm'])),
    style.column('geofence', 24, ({ geofenceId }) => style.geofenceNames[geofenceId] ?? null),
    style.column('place', 30, ({ address }) => address ?? null),
    style.column('details', 40, ({ attributes }) => listed(attributes)),
  ],
});
