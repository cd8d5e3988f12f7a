import type { ReaderPreferences, ReportItems } from '@rastro/fleet';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { reportInactive } from './report-inactive.ts';
import { VERDICT_MESSAGES } from './verdict-messages.ts';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { defineReport } from '../report-kind.ts';

export const inactive = defineReport<ReportItems['inactive']>()({
  title: { 'pt-BR': 'Veículos inativos', es: 'Vehículos inactivos', en: 'Inactive vehicles' },
  labels: {
    reason: { 'pt-BR': 'Motivo', es: 'Motivo', en: 'Reason' },
    verdict: { 'pt-BR': 'Por que não comunica', es: 'Por qué no reporta', en: 'Why it is not reporting' },
    silent: { 'pt-BR': 'não comunicou', es: 'no reportó', en: 'no report' },
    never: { 'pt-BR': 'nunca comunicou', es: 'nunca reportó', en: 'never reported' },
    standing: { 'pt-BR': 'não se moveu', es: 'no se movió', en: 'did not move' },
    lastReport: { 'pt-BR': 'Último contato', es: 'Último contacto', en: 'Last contact' },
    lastMovement: { 'pt-BR': 'Último movimento', es: 'Último movimiento', en: 'Last movement' },
  },
  partedBy: () => 'none',
  namesPlaces: true,
  saysVerdicts: true,
  async *items(reader, job, device) {
    for await (const page of reportInactive(reader, device, job))
      yield await Promise.all(page.map((item) => placed(reader, item, job.reader)));
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.column('reason', 24, (item) => style.label(item.reason)),
    style.column('verdict', 40, ({ verdict }) => verdict && VERDICT_MESSAGES[style.language][verdict]),
    style.maybeInstant('lastReport', (item) => item.lastReport),
    style.maybeInstant('lastMovement', (item) => item.lastMovement),
    style.number('latitude', (item) => item.latitude, 6),
    style.number('longitude', (item) => item.longitude, 6),
    style.column('address', 30, (item) => item.address),
  ],
});

async function placed(
  reader: ReportReader,
  item: ReportItems['inactive'],
  preferences: ReaderPreferences,
): Promise<ReportItems['inactive']> {
  const { latitude, longitude } = item;
  if (latitude === null || longitude === null) return item;
  const [place] = await withAddresses(reader, [{ latitude, longitude, address: null }], preferences);
  return { ...item, address: place?.address ?? null };
}
