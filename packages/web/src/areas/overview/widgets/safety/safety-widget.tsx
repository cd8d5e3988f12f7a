import { harshEvents, harshPer100Km, shareOf, type TotalsItem } from '@rastro/fleet';
import { scoreOf } from '@rastro/fleet/scores';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { reportLink } from '../../report-link.ts';
import { useOverviewScope } from '../../scope.ts';
import { useTotals } from '../../use-totals.ts';
import { WidgetData, WidgetFrame } from '../../widget-frame.tsx';

const HARSH = 'braking,acceleration,cornering';

/** Speeding, and harsh driving where it can be known. */
export function SafetyWidget() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { groupIds } = useOverviewScope();
  const { now, before } = useTotals();
  return (
    <WidgetFrame title={t('overview:safety.title')}>
      <WidgetData query={now}>
        {({ totals, period }) => {
          const harsh = reportLink('harsh', period, groupIds, { types: HARSH });
          const rate = harshPer100Km(totals);
          const speeding = shareOf(totals.overspeed, totals.moving);
          return (
            <dl className={styles.figures}>
              <FleetScore totals={totals} to={reportLink('totals', period, groupIds, { sort: 'score' })} />
              <Figure
                label={t('overview:safety.rate')}
                value={rate === null ? '–' : format.number(rate, 1)}
                to={harsh}
                lessIsBetter
                change={{ now: rate, before: before && harshPer100Km(before) }}
                note={t('overview:safety.known', { distance: format.distance(totals.watched) })}
              />
              <Figure
                label={t('overview:safety.events')}
                value={totals.watched > 0 ? format.number(harshEvents(totals)) : '–'}
                to={harsh}
                lessIsBetter
              />
              <Figure
                label={t('overview:safety.speeding')}
                value={format.duration(totals.overspeed)}
                to={reportLink('totals', period, groupIds, { sort: '-overspeed' })}
                lessIsBetter
                change={{ now: totals.overspeed, before: before?.overspeed }}
                {...(speeding !== null && {
                  note: t('overview:safety.ofDriving', { share: format.unit(speeding * 100, 'percent', 1) }),
                })}
              />
              <Figure
                label={t('overview:safety.longDrives')}
                value={format.number(totals.longDrives)}
                to={reportLink('harsh', period, groupIds, { types: 'longDrive' })}
                lessIsBetter
              />
              <Figure
                label={t('overview:safety.night')}
                value={format.duration(totals.night)}
                to={reportLink('totals', period, groupIds, { sort: '-night' })}
              />
            </dl>
          );
        }}
      </WidgetData>
    </WidgetFrame>
  );
}

function FleetScore({ totals, to }: { readonly totals: TotalsItem; readonly to: string }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { points, low, high } = scoreOf(totals);
  const text = (value: number | null): string => (value === null ? '–' : format.number(value, 1));
  return (
    <Figure
      isLarge
      label={t('overview:safety.score')}
      value={text(points)}
      to={to}
      note={
        points === null
          ? t('overview:safety.notEnough')
          : t('overview:safety.range', { low: text(low), high: text(high) })
      }
    />
  );
}
