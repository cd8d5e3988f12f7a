import { shareOf } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { reportLink } from '../../report-link.ts';
import { useOverviewScope } from '../../scope.ts';
import { useTotals } from '../../use-totals.ts';
import { WidgetData, WidgetFrame } from '../../widget-frame.tsx';

/** Distance, driving, engine and idling of the period. */
export function DrivenWidget() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { groupIds } = useOverviewScope();
  const { now, before } = useTotals();
  return (
    <WidgetFrame title={t('overview:driven.title')}>
      <WidgetData query={now}>
        {({ totals, period }) => {
          const to = reportLink('totals', period, groupIds);
          const idling = shareOf(totals.idle, totals.engineHours);
          return (
            <dl className={styles.figures}>
              <Figure
                isLarge
                label={t('overview:driven.distance')}
                value={format.distance(totals.distance)}
                to={to}
                change={{ now: totals.distance, before: before?.distance }}
              />
              <Figure
                label={t('overview:driven.moving')}
                value={format.duration(totals.moving)}
                to={to}
                change={{ now: totals.moving, before: before?.moving }}
              />
              <Figure
                label={t('overview:driven.engine')}
                value={totals.engineHours > 0 ? format.duration(totals.engineHours) : '–'}
                to={to}
                change={{ now: totals.engineHours, before: before?.engineHours }}
              />
              <Figure
                label={t('overview:driven.idle')}
                value={idling === null ? '–' : format.duration(totals.idle)}
                to={to}
                lessIsBetter
                change={{ now: totals.idle, before: before?.idle }}
                {...(idling !== null && {
                  note: t('overview:driven.idleShare', { share: format.unit(idling * 100, 'percent') }),
                })}
              />
            </dl>
          );
        }}
      </WidgetData>
    </WidgetFrame>
  );
}
