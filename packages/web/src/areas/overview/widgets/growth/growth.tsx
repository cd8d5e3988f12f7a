import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { Bars } from '../../../../ui/marks/bars.tsx';
import { useCustomersQuery } from '../use-customers-query.ts';
import { Figures } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';

/** Vehicles that came and went, month by month. */
export function GrowthWidget() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <WidgetBody
      query={useCustomersQuery()}
      empty={t('overview:growth.none')}
      isEmpty={({ growth }) => growth === null}
      when={t('overview:growth.when')}
    >
      {({ growth }) => {
        const months = growth?.months ?? [];
        const known = months.flatMap(({ change }) => (change === null ? [] : [change.devices]));
        const come = known.reduce((sum, change) => sum + change.come, 0);
        const gone = known.reduce((sum, change) => sum + change.gone, 0);
        return (
          <>
            <Figures
              figures={[
                { name: t('overview:growth.come'), value: format.number(come), to: '/reseller' },
                { name: t('overview:growth.gone'), value: format.number(gone), to: '/reseller' },
              ]}
            />
            <Bars
              label={t('overview:growth.sentence', { come: format.number(come), gone: format.number(gone) })}
              bars={months.map(({ change }) => {
                const value = change === null ? null : change.devices.come - change.devices.gone;
                return { value, tone: (value ?? 0) < 0 ? 'bad' : 'good' };
              })}
            />
          </>
        );
      }}
    </WidgetBody>
  );
}
