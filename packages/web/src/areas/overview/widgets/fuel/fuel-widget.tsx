import { litresPer100Km } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { reportLink } from '../../report-link.ts';
import { useOverviewScope } from '../../scope.ts';
import { useTotals } from '../../use-totals.ts';
import { WidgetData, WidgetFrame } from '../../widget-frame.tsx';

/** Fuel used, rate, cost and drains, of vehicles whose use is known. */
export function FuelWidget() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { groupIds } = useOverviewScope();
  const { now, before } = useTotals();
  return (
    <WidgetFrame title={t('overview:fuel.title')}>
      <WidgetData query={now}>
        {({ totals, period }) => {
          if (totals.fuelMl === 0 && totals.drainedMl === 0)
            return <p className={styles.calm}>{t('overview:fuel.none')}</p>;
          const to = reportLink('totals', period, groupIds);
          const rate = litresPer100Km(totals);
          return (
            <dl className={styles.figures}>
              <Figure
                isLarge
                label={t('overview:fuel.used')}
                value={format.unit(totals.fuelMl / 1000, 'liter', 1)}
                to={to}
                change={{ now: totals.fuelMl, before: before?.fuelMl }}
              />
              <Figure
                label={t('overview:fuel.rate')}
                value={rate === null ? '–' : format.number(rate, 1)}
                to={to}
                lessIsBetter
                change={{ now: rate, before: before && litresPer100Km(before) }}
                note={t('overview:fuel.of', { distance: format.distance(totals.fuelDistance) })}
              />
              <Figure
                label={t('overview:fuel.cost')}
                value={totals.costCents === null ? '–' : format.money(totals.costCents)}
                to={to}
                change={{ now: totals.costCents, before: before?.costCents }}
              />
              <Figure
                label={t('overview:fuel.drained')}
                value={format.unit(totals.drainedMl / 1000, 'liter', 1)}
                to={reportLink('fuelings', period, groupIds, { types: 'drain' })}
                lessIsBetter
                change={{ now: totals.drainedMl, before: before?.drainedMl }}
              />
            </dl>
          );
        }}
      </WidgetData>
    </WidgetFrame>
  );
}
