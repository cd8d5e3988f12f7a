import { reportLink } from '../../report-link.ts';
import { TotalsBody } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Distance, driving, engine and idling of the period. */
export function DrivenWidget({ scope }: WidgetProps) {
  return (
    <TotalsBody kind="driven" scope={scope} linkOf={(_name, period) => reportLink('totals', period, scope)} />
  );
}
