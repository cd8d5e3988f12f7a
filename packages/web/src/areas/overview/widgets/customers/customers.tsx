import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { useCustomersQuery } from '../use-customers-query.ts';
import { Figures, Rows } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';

const LIST = '/reseller';

/** Customers, and those who are not active. */
export function CustomersWidget() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <WidgetBody query={useCustomersQuery()} empty={null}>
      {({ customers, total }) => {
        const blocked = customers.filter(({ state }) => state !== 'active');
        return (
          <>
            <Figures
              figures={[
                {
                  name: t('overview:customers.active'),
                  value: format.number(customers.length - blocked.length),
                  to: `${LIST}?only=active`,
                },
                {
                  name: t('overview:customers.blocked'),
                  value: format.number(blocked.length),
                  to: `${LIST}?only=blocked`,
                  ...(blocked.length > 0 && { tone: 'warning' }),
                },
                { name: t('overview:customers.vehicles'), value: format.number(total.devices), to: LIST },
                {
                  name: t('overview:customers.silent'),
                  value: format.number(total.silent),
                  to: `${LIST}?only=silent`,
                },
              ]}
            />
            <Rows
              label={t('overview:customers.blocked')}
              rows={blocked.map(({ userId, name, state }) => ({
                key: userId,
                name,
                detail: t(`overview:customers.state.${state}`),
                to: `${LIST}?q=${encodeURIComponent(name)}`,
              }))}
            />
          </>
        );
      }}
    </WidgetBody>
  );
}
