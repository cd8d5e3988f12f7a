import { attributesOf, eventFilter, rawEventsOf } from '../../history/event-filter.ts';
import { listed } from '../../files/sheet-style.ts';
import { eventsWithAddresses } from '../../addresses/with-addresses.ts';
import { eventJson, type EventOfReport } from './event-json.ts';
import { defineReport } from '../report-kind.ts';

export const events = defineReport<EventOfReport>()({
  title: { 'pt-BR': 'Eventos', es: 'Eventos', en: 'Events' },
  namesPlaces: true,
  async *items(reader, job, device) {
    for await (const page of rawEventsOf(reader, device, job.period, eventFilter(job)))
      yield await eventsWithAddresses(reader, page, job.reader);
  },
  beginsAt: ({ eventTime }) => eventTime,
  json: eventJson,
  columns: (style) => [
    style.device(),
    style.moment('time', ({ eventTime }) => eventTime),
    style.column('event', 28, ({ type, attributes }) => style.event(type, attributesOf(attributes)['alarm'])),
    style.column('geofence', 24, ({ geofenceId }) => style.geofenceNames[geofenceId] ?? null),
    style.column('place', 30, ({ address }) => address),
    style.column('details', 40, ({ attributes }) => listed(attributesOf(attributes))),
  ],
});
