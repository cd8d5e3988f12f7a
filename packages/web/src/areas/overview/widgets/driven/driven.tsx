import { shareOf } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { reportLink } from '../../report-link.ts';
import type { Figure } from '../figures.tsx';
import { TotalsBody, type ComparedTotals } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Distance, driving, engine and idling of the period. */
export function DrivenWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const figuresOf = ({ totals, period, before }: ComparedTotals): readonly Figure[] => {
    const to = reportLink('totals', period, scope);
    const idling = shareOf(totals.idle, totals.engineHours);
    return [
      {
        isLarge: true,
        name: t('overview:driven.distance'),
        value: format.distance(totals.distance),
        to,
        change: { now: totals.distance, before: before?.distance },
      },
      {
        name: t('overview:driven.moving'),
        value: format.duration(totals.moving),
        to,
        change: { now: totals.moving, before: before?.moving },
      },
      {
        name: t('overview:driven.engine'),
        value: totals.engineHours > 0 ? format.duration(totals.engineHours) : '–',
        to,
        change: { now: totals.engineHours, before: before?.engineHours },
      },
      {
        name: t('overview:driven.idle'),
        value: idling === null ? '–' : format.duration(totals.idle),
        to,
        change: { now: totals.idle, before: before?.idle, lessIsBetter: true },
        ...(idling !== null && {
          note: t('overview:driven.idleShare', { share: format.unit(idling * 100, 'percent') }),
        }),
      },
    ];
  };
  return <TotalsBody scope={scope} figuresOf={figuresOf} />;
}
