import type { Period } from '../../kernel/period/period.ts';
import { vehiclesQuery, type Scope } from './widgets/widget-props.ts';

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
