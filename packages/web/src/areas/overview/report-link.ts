import type { Period } from '../../kernel/period/period.ts';

/**
 * Address of a report about exactly what a figure counts: its ends as instants, so that the report opened a minute later
 * shows the same number.
 */
export function reportLink(
  report: string,
  { from, to }: Period,
  groupIds: readonly number[],
  more: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), ...more, run: '1' });
  if (groupIds.length > 0) search.set('groups', groupIds.join(','));
  return `/reports/${report}?${search.toString()}`;
}
