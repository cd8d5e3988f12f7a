import type { FigureName } from '@rastro/fleet/figures';
import type { Period } from '../../../../kernel/period/period.ts';
import { reportLink } from '../../report-link.ts';
import { TotalsBody } from '../totals-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

const HARSH = 'braking,acceleration,cornering';
/** Reports of figures: events of these types, or else totals in this order. */
const TYPES: Partial<Readonly<Record<FigureName, string>>> = {
  'safety.rate': HARSH,
  'safety.events': HARSH,
  'safety.longDrives': 'longDrive',
};
const SORTS: Partial<Readonly<Record<FigureName, string>>> = {
  'safety.speeding': '-overspeed',
  'safety.night': '-night',
};

/** Score of the fleet, speeding, and harsh driving where it can be known. */
export function SafetyWidget({ scope }: WidgetProps) {
  const linkOf = (name: FigureName, period: Period): string => {
    const types = TYPES[name];
    return types === undefined
      ? reportLink('totals', period, scope, { sort: SORTS[name] ?? 'score' })
      : reportLink('harsh', period, scope, { types });
  };
  return <TotalsBody kind="safety" scope={scope} linkOf={linkOf} />;
}
