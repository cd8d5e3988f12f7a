import { litresPer100Km } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { reportLink } from '../../report-link.ts';
import type { Figure } from '../figures.tsx';
import { TotalsBody, type ComparedTotals } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Fuel used, rate, cost and drains, of vehicles whose use is known. */
export function FuelWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const figuresOf = ({ totals, period, before }: ComparedTotals): readonly Figure[] => {
    const to = reportLink('totals', period, scope);
    const rate = litresPer100Km(totals);
    return [
      {
        isLarge: true,
        name: t('overview:fuel.used'),
        value: format.unit(totals.fuelMl / 1000, 'liter', 1),
        to,
        change: { now: totals.fuelMl, before: before?.fuelMl },
      },
      {
        name: t('overview:fuel.rate'),
        value: rate === null ? '–' : format.number(rate, 1),
        to,
        change: { now: rate, before: before && litresPer100Km(before), lessIsBetter: true },
        note: t('overview:fuel.of', { distance: format.distance(totals.fuelDistance) }),
      },
      {
        name: t('overview:fuel.cost'),
        value: totals.costCents === null ? '–' : format.money(totals.costCents),
        to,
        change: { now: totals.costCents, before: before?.costCents },
      },
      {
        name: t('overview:fuel.drained'),
        value: format.unit(totals.drainedMl / 1000, 'liter', 1),
        to: reportLink('fuelings', period, scope, { types: 'drain' }),
        change: { now: totals.drainedMl, before: before?.drainedMl, lessIsBetter: true },
        ...(totals.drainedMl > 0 && { tone: 'bad' }),
      },
    ];
  };
  return (
    <TotalsBody
      scope={scope}
      figuresOf={figuresOf}
      empty={{
        text: t('overview:fuel.none'),
        isEmpty: ({ fuelMl, drainedMl }) => fuelMl === 0 && drainedMl === 0,
      }}
    />
  );
}
