import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { useCustomersQuery } from '../use-customers-query.ts';
import { Figures, Rows } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';

const LIST = '/billing?status=overdue';

/** Trackers of customers who have not paid, the largest debt first. */
export function DebtorsWidget() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <WidgetBody
      query={useCustomersQuery()}
      empty={t('overview:debtors.none')}
      isEmpty={({ customers }) => customers.every(({ overdue }) => (overdue?.count ?? 0) === 0)}
    >
      {({ customers }) => {
        const debtors = customers
          .flatMap(({ overdue, ...rest }) => (overdue && overdue.count > 0 ? [{ ...rest, overdue }] : []))
          .toSorted((a, b) => b.overdue.value - a.overdue.value);
        const trackers = debtors.reduce((sum, { devices }) => sum + devices, 0);
        const value = debtors.reduce((sum, { overdue }) => sum + overdue.value, 0);
        return (
          <>
            <Figures
              figures={[
                {
                  name: t('overview:debtors.trackers'),
                  value: format.number(trackers),
                  to: '/reseller?only=owing',
                  tone: 'bad',
                },
                { name: t('overview:debtors.value'), value: format.money(value), to: LIST },
              ]}
            />
            <Rows
              label={t('overview:kind.debtors')}
              rows={debtors.map(({ userId, name, devices, overdue }) => ({
                key: userId,
                name,
                detail: `${t('overview:vehicles', { count: devices })} · ${format.money(overdue.value)}`,
                to: `${LIST}&customer=${userId}`,
              }))}
            />
          </>
        );
      }}
    </WidgetBody>
  );
}
