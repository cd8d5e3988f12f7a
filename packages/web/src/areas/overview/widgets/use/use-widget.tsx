import { shareOf } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { reportLink } from '../../report-link.ts';
import { useOverviewScope } from '../../scope.ts';
import { useTotals } from '../../use-totals.ts';
import { WidgetData, WidgetFrame } from '../../widget-frame.tsx';

/** Share of the vehicles, and of all hours, that were in use. */
export function UseWidget() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { groupIds } = useOverviewScope();
  const { now, before } = useTotals();
  const percent = (share: number | null): string =>
    share === null ? '–' : format.unit(share * 100, 'percent');
  return (
    <WidgetFrame title={t('overview:use.title')}>
      <WidgetData query={now}>
        {({ totals, period }) => {
          const to = reportLink('totals', period, groupIds, { sort: '-distance' });
          const lengthMs = period.to.getTime() - period.from.getTime() + 1;
          // Without an ignition wire the engine is not known; the vehicle drove all the same.
          const usedMs = Math.max(totals.engineHours, totals.moving);
          return (
            <dl className={styles.figures}>
              <Figure
                isLarge
                label={t('overview:use.vehicles')}
                value={percent(shareOf(totals.used, totals.vehicles))}
                to={to}
                note={t('overview:use.of', {
                  used: format.number(totals.used),
                  vehicles: format.number(totals.vehicles),
                })}
                change={{ now: totals.used, before: before?.used }}
              />
              <Figure
                label={t('overview:use.hours')}
                value={percent(shareOf(usedMs, totals.vehicles * lengthMs))}
                to={to}
                note={t('overview:use.ofHours')}
              />
            </dl>
          );
        }}
      </WidgetData>
    </WidgetFrame>
  );
}
