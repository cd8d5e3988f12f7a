import { QUESTION_NAMES, type Attributes, type ScheduledReport } from '@rastro/fleet';
import { REPORT_SCREENS } from '../kinds/registry.ts';
import type { ReportKind } from '../kinds/report-kind.ts';
import { writeReport, type ReportAddress } from '../report-address.ts';
import type { SavedScope } from './use-saved-reports.ts';

/** The screen of a saved report; undefined = it has none here. */
export const screenOf = ({ type }: Pick<ScheduledReport, 'type'>): ReportKind | undefined =>
  REPORT_SCREENS.find((kind) => kind.type === type);

/** The query as attributes of a saved report; its other attributes stay. */
export function withQuestion(before: Attributes, address: ReportAddress): Attributes {
  const { deviceIds: _devices, groupIds: _groups, isAsked: _asked, ...question } = address;
  const search = writeReport(new URLSearchParams(), question);
  const others = Object.entries(before).filter(([name]) => !QUESTION_NAMES.some((each) => each === name));
  return { ...Object.fromEntries(others), ...Object.fromEntries(search) };
}

/** Address of the screen with a saved report loaded; null = it has no screen here. */
export function pathOfSaved(saved: ScheduledReport, { deviceIds, groupIds }: SavedScope): string | null {
  const screen = screenOf(saved);
  if (screen === undefined) return null;
  const search = new URLSearchParams();
  for (const name of QUESTION_NAMES) {
    const value = saved.attributes[name];
    if (value === true) search.set(name, '1');
    else if (typeof value === 'string' || typeof value === 'number') search.set(name, String(value));
  }
  writeReport(search, { deviceIds, groupIds, isAsked: true });
  search.set('saved', String(saved.id));
  return `/reports/${screen.path}?${search.toString()}`;
}
