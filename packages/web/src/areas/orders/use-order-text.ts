import type { OrderPlace, RoadOrder } from '@rastro/fleet/orders';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';

/** Texts of an order in the language, zone and units of the reader. */
export function useOrderText() {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const day = (iso: string): string => format.dayOf(Date.parse(iso));
  const time = (iso: string): string => format.time(Date.parse(iso));
  return {
    window: ({ from, to }: Pick<RoadOrder, 'from' | 'to'>): string => {
      if (from === null)
        return to === null ? t('orders:window.any') : t('orders:window.until', { to: moment(to) });
      if (to === null) return t('orders:window.from', { from: moment(from) });
      const isOneDay = day(from) === day(to);
      return isOneDay ? `${day(from)} ${time(from)} – ${time(to)}` : `${moment(from)} – ${moment(to)}`;
    },
    moment,
    place: ({ address, latitude, longitude }: OrderPlace): string =>
      address !== ''
        ? address
        : latitude === null || longitude === null
          ? t('orders:inGeofence')
          : format.coordinates({ latitude, longitude }),
  };

  function moment(iso: string): string {
    return `${day(iso)} ${time(iso)}`;
  }
}
