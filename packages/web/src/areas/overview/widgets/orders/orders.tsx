import { MINUTE_MS } from '@rastro/base';
import { dateIn } from '@rastro/fleet/billing';
import { orderContent } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { endOfDay, momentOf } from '../../../../i18n/zoned-time.ts';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { ContentView } from '../content-view.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import { listLink, type WidgetProps } from '../widget-props.ts';

const NAME = 'orders.';

/** Orders of today by state, those that are late and those that may be. */
export function OrdersWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { orders } = useServices().extension;
  const { deviceIds, groupIds, zone } = scope;
  const today = dateIn(zone, useNow(MINUTE_MS));
  const query = useWidgetQuery(['orders', today, deviceIds, groupIds, zone], async ({ signal }) => {
    const day = {
      from: new Date(momentOf(`${today}T00:00`, zone)).toISOString(),
      to: new Date(endOfDay(today, zone)).toISOString(),
      deviceId: deviceIds,
      groupId: groupIds,
    };
    const [all, late, atRisk] = await Promise.all([
      orders.list({ ...day, limit: 1 }, signal).then(valueOf),
      orders.list({ ...day, risk: 'late' }, signal).then(valueOf),
      orders.list({ ...day, risk: 'atRisk' }, signal).then(valueOf),
    ]);
    return { counts: all.counts, late, atRisk };
  });
  const link = (more: string): string => listLink('/orders', `day=${today}${more}`, scope);
  return (
    <WidgetBody
      query={query}
      empty={t('overview:orders.none')}
      isEmpty={({ counts }) => counts.every(({ count }) => count === 0)}
      when={format.day(today)}
    >
      {(data) => (
        <ContentView
          content={orderContent(data)}
          label={t('overview:kind.orders')}
          linkOf={({ name }) => link(typeof name === 'string' ? `&state=${name.slice(NAME.length)}` : '')}
          rowLinkOf={({ key }) => link(`&state=all&id=${key}`)}
        />
      )}
    </WidgetBody>
  );
}
