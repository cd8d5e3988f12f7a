import { hasNoFuel } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { reportLink } from '../../report-link.ts';
import { TotalsBody } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Fuel used, rate, cost and drains, of vehicles whose use is known. */
export function FuelWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  return (
    <TotalsBody
      kind="fuel"
      scope={scope}
      linkOf={(name, period) =>
        name === 'fuel.drained'
          ? reportLink('fuelings', period, scope, { types: 'drain' })
          : reportLink('totals', period, scope)
      }
      empty={{ text: t('overview:fuel.none'), isEmpty: hasNoFuel }}
    />
  );
}
