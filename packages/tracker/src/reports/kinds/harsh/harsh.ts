import type { DrivingEventItem } from '@rastro/fleet';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { byStart, defineReport } from '../report-kind.ts';
import { reportHarsh } from './report-harsh.ts';

export const harsh = defineReport<DrivingEventItem>()({
  title: { 'pt-BR': 'Eventos de condução', es: 'Eventos de conducción', en: 'Driving events' },
  labels: {
    braking: { 'pt-BR': 'Freada brusca', es: 'Frenada brusca', en: 'Harsh braking' },
    acceleration: { 'pt-BR': 'Aceleração brusca', es: 'Aceleración brusca', en: 'Harsh acceleration' },
    cornering: { 'pt-BR': 'Curva brusca', es: 'Curva brusca', en: 'Harsh cornering' },
    belt: { 'pt-BR': 'Sem cinto de segurança', es: 'Sin cinturón de seguridad', en: 'No seat belt' },
    phone: { 'pt-BR': 'Celular ao volante', es: 'Teléfono al volante', en: 'Phone in use' },
    longDrive: { 'pt-BR': 'Direção sem pausa', es: 'Conducción sin pausa', en: 'Driving without a break' },
    severity: { 'pt-BR': 'Gravidade', es: 'Gravedad', en: 'Severity' },
    severe: { 'pt-BR': 'grave', es: 'grave', en: 'severe' },
    harsh: { 'pt-BR': 'moderada', es: 'moderada', en: 'harsh' },
    strength: { 'pt-BR': 'Intensidade (m/s²)', es: 'Intensidad (m/s²)', en: 'Strength (m/s²)' },
    speed: { 'pt-BR': 'Velocidade', es: 'Velocidad', en: 'Speed' },
    source: { 'pt-BR': 'Detectado', es: 'Detectado', en: 'Detected' },
    tracker: { 'pt-BR': 'pelo rastreador', es: 'por el rastreador', en: 'by the tracker' },
    derived: { 'pt-BR': 'pelas posições', es: 'por las posiciones', en: 'from its records' },
    partly: {
      'pt-BR': 'em parte, não conta',
      es: 'en parte, no cuenta',
      en: 'in part, not counted',
    },
    withdrawn: {
      'pt-BR': 'contestado, não conta',
      es: 'impugnado, no cuenta',
      en: 'contested, not counted',
    },
  },
  hasDrivingEvents: true,
  showsTrack: true,
  namesPlaces: true,
  async *items(reader, job, device) {
    for await (const page of reportHarsh(reader, device, job))
      yield await withAddresses(reader, page, job.reader);
  },
  beginsAt: byStart,
  columns: (style) => [
    style.device(),
    style.instant('start', ({ startTime }) => startTime),
    style.column('event', 24, ({ kind }) => style.label(kind)),
    style.column('severity', 12, ({ isSevere }) => style.label(isSevere ? 'severe' : 'harsh')),
    style.number('strength', ({ strength }) => strength, 1),
    style.maybeSpeed('speed', ({ speed }) => speed),
    style.place('place', ({ latitude, longitude, address }) => [latitude, longitude, address]),
    style.column('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
    style.shortDuration('duration', ({ duration }) => duration),
    style.column('source', 18, ({ source, isWithdrawn }) => style.label(isWithdrawn ? 'withdrawn' : source)),
  ],
});
