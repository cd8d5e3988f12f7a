import { reportLink } from '../../report-link.ts';
import { TotalsBody } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Share of the vehicles, and of all hours, that were in use. */
export function UseWidget({ scope }: WidgetProps) {
  return (
    <TotalsBody
      kind="use"
      scope={scope}
      linkOf={(_name, period) => reportLink('totals', period, scope, { sort: '-distance' })}
    />
  );
}
