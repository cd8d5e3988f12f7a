import { OVERVIEW_KINDS } from '@rastro/fleet/figures';
import type { LayoutContent } from '@rastro/fleet/layouts';
import { writePeriod, type Period, type PeriodChoice } from '../../kernel/period/period.ts';
import { vehiclesQuery, type Scope } from './widgets/widget-props.ts';

/** Address of the report that has the figures of an overview; null = it has none of them. */
export function overviewReport(
  widgets: LayoutContent['widgets'],
  choice: PeriodChoice,
  scope: Pick<Scope, 'deviceIds' | 'groupIds'>,
): string | null {
  const types = OVERVIEW_KINDS.filter((kind) => widgets.some((widget) => widget.kind === kind));
  if (types.length === 0) return null;
  // Its period moves on with the days, as that of the overview does.
  const search = writePeriod(new URLSearchParams(), choice);
  if (types.length < OVERVIEW_KINDS.length) search.set('types', types.join(','));
  search.set('run', '1');
  return `/reports/overview?${search.toString()}${vehiclesQuery(scope)}`;
}

/**
 * Address of a report about exactly what a figure counts: its ends as instants, so that the report opened a minute later
 * shows the same number.
 */
export function reportLink(
  report: string,
  { from, to }: Period,
  scope: Pick<Scope, 'deviceIds' | 'groupIds'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), ...more, run: '1' });
  return `/reports/${report}?${search.toString()}${vehiclesQuery(scope)}`;
}
