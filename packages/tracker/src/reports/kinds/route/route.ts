import { positionJson, type RawPosition } from '@rastro/storage';
import { listed } from '../../files/sheet-style.ts';
import { defineReport } from '../report-kind.ts';

const PAGE_ROWS = 500;

/** Positions as they are stored; their JSON parts are passed on unread. */
export const route = defineReport<RawPosition>()({
  title: { 'pt-BR': 'Posições', es: 'Posiciones', en: 'Positions' },
  labels: {
    valid: { 'pt-BR': 'Válida', es: 'Válida', en: 'Valid' },
    altitude: { 'pt-BR': 'Altitude (m)', es: 'Altitud (m)', en: 'Altitude (m)' },
    speed: { 'pt-BR': 'Velocidade', es: 'Velocidad', en: 'Speed' },
    course: { 'pt-BR': 'Direção', es: 'Rumbo', en: 'Course' },
  },
  showsTrack: true,
  async *items(reader, { period, geofenceIds: [geofenceId] }, device) {
    for await (const page of reader.positions({ deviceId: device.id, ...period, pageSize: PAGE_ROWS }))
      yield geofenceId === undefined ? page : page.filter((position) => isInside(position, geofenceId));
  },
  beginsAt: ({ fixTime }) => fixTime,
  json: positionJson,
  allJson: (reader, { period, geofenceIds }, device) =>
    geofenceIds.length > 0
      ? null
      : reader.positionTexts({ deviceId: device.id, ...period, pageSize: PAGE_ROWS }),
  columns: (style) => [
    style.device(),
    style.moment('time', ({ fixTime }) => fixTime),
    style.column('valid', 8, ({ valid }) => valid),
    style.column('latitude', 12, ({ latitude }) => latitude),
    style.column('longitude', 12, ({ longitude }) => longitude),
    style.column('altitude', 10, ({ altitude }) => altitude),
    style.speed('speed', ({ speed }) => speed),
    style.column('course', 10, ({ course }) => course),
    style.column('address', 30, ({ address }) => address),
    style.column('details', 60, ({ attributes }) => listed(Object(JSON.parse(attributes)))),
  ],
  isLong: true,
});

function isInside({ geofenceIds }: RawPosition, geofenceId: number): boolean {
  const ids: unknown = JSON.parse(geofenceIds ?? '[]');
  return Array.isArray(ids) && ids.includes(geofenceId);
}
