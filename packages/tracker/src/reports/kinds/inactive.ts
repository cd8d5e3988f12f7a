import type { InactiveItem } from '@rastro/fleet';
import { bookInactive } from '../inactive-report.ts';
import { defineReport } from './report-kind.ts';

export const inactive = defineReport<InactiveItem>({
  title: { 'pt-BR': 'Veículos inativos', es: 'Vehículos inactivos', en: 'Inactive vehicles' },
  async *items(reader, { period }, device) {
    yield* bookInactive(reader, device, period);
  },
  columns: (style) => [
    style.device(),
    style.column('reason', 24, (item) => style.word(item.reason)),
    style.maybeInstant('lastReport', (item) => item.lastReport),
    style.maybeInstant('lastMovement', (item) => item.lastMovement),
    style.column('latitude', 12, (item) => item.latitude),
    style.column('longitude', 12, (item) => item.longitude),
    style.column('address', 30, (item) => item.address),
  ],
});
