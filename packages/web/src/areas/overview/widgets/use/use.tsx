import { shareOf } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { reportLink } from '../../report-link.ts';
import type { Figure } from '../figures.tsx';
import { TotalsBody, type ComparedTotals } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Share of the vehicles, and of all hours, that were in use. */
export function UseWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const percent = (share: number | null): string =>
    share === null ? '–' : format.unit(share * 100, 'percent');
  const figuresOf = ({ totals, period, before }: ComparedTotals): readonly Figure[] => {
    const to = reportLink('totals', period, scope, { sort: '-distance' });
    const lengthMs = period.to.getTime() - period.from.getTime() + 1;
    // Without an ignition wire the engine is not known; the vehicle drove all the same.
    const usedMs = Math.max(totals.engineHours, totals.moving);
    return [
      {
        isLarge: true,
        name: t('overview:use.vehicles'),
        value: percent(shareOf(totals.used, totals.vehicles)),
        to,
        note: t('overview:use.of', {
          used: format.number(totals.used),
          vehicles: format.number(totals.vehicles),
        }),
        change: { now: totals.used, before: before?.used },
      },
      {
        isLarge: true,
        name: t('overview:use.hours'),
        value: percent(shareOf(usedMs, totals.vehicles * lengthMs)),
        to,
        note: t('overview:use.ofHours'),
      },
    ];
  };
  return <TotalsBody scope={scope} figuresOf={figuresOf} />;
}
