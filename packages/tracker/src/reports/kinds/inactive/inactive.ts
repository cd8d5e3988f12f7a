import type { ReportItems } from '@rastro/fleet';
import { reportInactive } from './inactive-items.ts';
import { withAddresses } from '../../addresses/with-addresses.ts';
import { defineReport } from '../report-kind.ts';

export const inactive = defineReport<ReportItems['inactive']>({
  title: { 'pt-BR': 'Veículos inativos', es: 'Vehículos inactivos', en: 'Inactive vehicles' },
  partedBy: () => 'none',
  namesPlaces: true,
  async *items(reader, job, device) {
    for (const page of reportInactive(reader, device, job))
      yield page.map((item) => {
        const { latitude, longitude } = item;
        if (latitude === null || longitude === null) return item;
        const [placed] = withAddresses(reader, [{ latitude, longitude, address: null }], job.reader);
        return { ...item, address: placed?.address ?? null };
      });
  },
  beginsAt: null,
  columns: (style) => [
    style.device(),
    style.column('reason', 24, (item) => style.label(item.reason)),
    style.column('verdict', 40, (item) => style.verdict(item.verdict)),
    style.maybeInstant('lastReport', (item) => item.lastReport),
    style.maybeInstant('lastMovement', (item) => item.lastMovement),
    style.number('latitude', (item) => item.latitude, 6),
    style.number('longitude', (item) => item.longitude, 6),
    style.column('address', 30, (item) => item.address),
  ],
});
