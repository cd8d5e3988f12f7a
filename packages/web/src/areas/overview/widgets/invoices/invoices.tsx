import type { MoneySum } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { Figures } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';

/** Invoices that are open, overdue, and paid this month. */
export function InvoicesWidget() {
  const { t } = useTranslation('overview');
  const { extension } = useServices();
  const format = useFormat();
  const query = useWidgetQuery(['invoices'], async ({ signal }) =>
    valueOf(await extension.billing.summary(signal)),
  );
  const figure = (name: 'open' | 'overdue' | 'paid', { count, value }: MoneySum) => ({
    name: `${t(`overview:invoices.${name}`)} · ${t('overview:invoices.count', { count })}`,
    value: format.money(value),
    to: `/billing?status=${name}`,
    ...(name === 'overdue' && count > 0 && { tone: 'bad' as const }),
  });
  return (
    <WidgetBody query={query} empty={null}>
      {({ due, overdue, received }) => (
        <Figures figures={[figure('overdue', overdue), figure('open', due), figure('paid', received)]} />
      )}
    </WidgetBody>
  );
}
