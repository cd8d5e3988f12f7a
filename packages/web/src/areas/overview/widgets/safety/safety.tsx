import { harshEvents, harshPer100Km, shareOf, type TotalsItem } from '@rastro/fleet';
import { scoreOf } from '@rastro/fleet/scores';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { reportLink } from '../../report-link.ts';
import type { Figure } from '../figures.tsx';
import { TotalsBody, type ComparedTotals } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

const HARSH = 'braking,acceleration,cornering';

/** Score of the fleet, speeding, and harsh driving where it can be known. */
export function SafetyWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const scoreFigure = useScoreFigure();
  const figuresOf = ({ totals, period, before }: ComparedTotals): readonly Figure[] => {
    const sorted = (sort: string): string => reportLink('totals', period, scope, { sort });
    const harsh = reportLink('harsh', period, scope, { types: HARSH });
    const rate = harshPer100Km(totals);
    const speeding = shareOf(totals.overspeed, totals.moving);
    return [
      scoreFigure(totals, sorted('score')),
      {
        name: t('overview:safety.rate'),
        value: rate === null ? '–' : format.number(rate, 1),
        to: harsh,
        change: { now: rate, before: before && harshPer100Km(before), lessIsBetter: true },
        note: t('overview:safety.known', { distance: format.distance(totals.watched) }),
      },
      {
        name: t('overview:safety.events'),
        value: totals.watched > 0 ? format.number(harshEvents(totals)) : '–',
        to: harsh,
      },
      {
        name: t('overview:safety.speeding'),
        value: format.duration(totals.overspeed),
        to: sorted('-overspeed'),
        change: { now: totals.overspeed, before: before?.overspeed, lessIsBetter: true },
        ...(speeding !== null && {
          note: t('overview:safety.ofDriving', { share: format.unit(speeding * 100, 'percent', 1) }),
        }),
      },
      {
        name: t('overview:safety.longDrives'),
        value: format.number(totals.longDrives),
        to: reportLink('harsh', period, scope, { types: 'longDrive' }),
      },
      {
        name: t('overview:safety.night'),
        value: format.duration(totals.night),
        to: sorted('-night'),
      },
    ];
  };
  return <TotalsBody scope={scope} figuresOf={figuresOf} />;
}

function useScoreFigure(): (totals: TotalsItem, to: string) => Figure {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const text = (value: number | null): string => (value === null ? '–' : format.number(value, 1));
  return (totals, to) => {
    const { points, low, high } = scoreOf(totals);
    return {
      isLarge: true,
      name: t('overview:safety.score'),
      value: text(points),
      to,
      note:
        points === null
          ? t('overview:safety.notEnough')
          : t('overview:safety.range', { low: text(low), high: text(high) }),
    };
  };
}
