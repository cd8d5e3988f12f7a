import type { FigureName } from '@rastro/fleet/figures';
import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../../kernel/period/period.ts';
import { inTurn } from '../../../../kernel/queries/in-turn.ts';
import { periodKey, rereadMs } from '../../../../kernel/queries/moving-period.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { reportLink } from '../../report-link.ts';
import { TotalsBody } from '../totals-body.tsx';
import { WIDGETS_KEY } from '../use-widget-query.ts';
import type { Scope, WidgetProps } from '../widget-props.ts';

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
  const score = useScore(scope);
  const linkOf = (name: FigureName, period: Period): string => {
    if (name === 'safety.score')
      return reportLink('scores', score?.period ?? period, scope, { sort: 'score' });
    const types = TYPES[name];
    return types === undefined
      ? reportLink('totals', period, scope, { sort: SORTS[name] ?? '-distance' })
      : reportLink('harsh', period, scope, { types });
  };
  return <TotalsBody kind="safety" scope={scope} linkOf={linkOf} score={score} />;
}

/** Of all vehicles together, by the settings of their companies; null = not known yet. */
function useScore({ period, deviceIds, groupIds, zone }: Scope) {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: [WIDGETS_KEY, 'score', ...periodKey(period), deviceIds, groupIds, zone],
    gcTime: 0,
    refetchInterval: rereadMs(period),
    queryFn: async ({ signal }) => {
      const query = { ...period, deviceIds, groupIds, zone, sum: true };
      const [score] = valueOf(await inTurn(() => client.reports.list('scores', query, signal), signal));
      const { points, low, high } = score ?? { points: null, low: null, high: null };
      return { points, low, high, period };
    },
  });
  return data ?? null;
}
