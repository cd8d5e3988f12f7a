import { dateIn } from '@rastro/fleet/billing';
import { punctualityFigures } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { endOfDay, momentOf } from '../../../../i18n/zoned-time.ts';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import type { Period } from '../../../../kernel/period/period.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { ContentView } from '../content-view.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import { listLink, type WidgetProps } from '../widget-props.ts';

/** Share of the orders of a period that were reached within their time window, and the period before. */
export function PunctualityWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { orders } = useServices().extension;
  const { deviceIds, groupIds, zone, period, compared } = scope;
  // The report is of whole days: orders that are still to come are in no figure of it.
  const [first, last] = [dateIn(zone, period.from.getTime()), dateIn(zone, period.to.getTime())];
  const before = compared.from.toISOString();
  const query = useWidgetQuery(
    ['punctuality', first, last, before, deviceIds, groupIds, zone],
    async ({ signal }) => {
      const totalOf = async ({ from, to }: Period) => {
        const of = { from: from.toISOString(), to: to.toISOString(), zone };
        return valueOf(await orders.report({ ...of, deviceId: deviceIds, groupId: groupIds }, signal)).total;
      };
      const days = {
        from: new Date(momentOf(`${first}T00:00`, zone)),
        to: new Date(endOfDay(last, zone)),
      };
      return { total: await totalOf(days), before: await totalOf(compared) };
    },
  );
  const [from, to] = [format.dayOf(period.from.getTime()), format.dayOf(period.to.getTime())];
  return (
    <WidgetBody
      query={query}
      empty={t('overview:punctuality.none')}
      isEmpty={({ total }) => total.orders === 0}
      when={from === to ? from : `${from} – ${to}`}
    >
      {(data) => (
        <ContentView
          content={{ figures: punctualityFigures(data.total, data.before), rows: [] }}
          label=""
          linkOf={() => listLink('/orders', `tab=report&from=${first}&to=${last}`, scope)}
        />
      )}
    </WidgetBody>
  );
}
