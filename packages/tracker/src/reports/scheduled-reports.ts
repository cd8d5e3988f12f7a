import { reportJob } from './report-request.ts';
import { preferencesOf } from '../directory/reader.ts';
import type { ReportNeeds } from './report-needs.ts';
import type { DeviceEntity, UserEntity } from '../directory/directory.ts';
import { isSet, SHEET_REPORTS, type ReportType } from '@rastro/fleet';
import type { ScheduledReportBody } from '@rastro/fleet/schemas';
import { mailReport } from './report-mail.ts';
import type { Period } from './device-reports.ts';

const MARK = 'scheduled-reports';
/** After a long stop, older periods are not caught up: nobody waits for last year's mails. */
const CATCH_UP_MS = 7 * 86_400_000;

/**
 * Mails the reports whose calendar periods have ended since the last look. How far it came is kept before the mails
 * leave: after a crash one may be missing, none comes twice.
 * @returns how many were mailed. @source reference/tracking-api.md §3.11 "Scheduled reports"
 */
export async function mailDueReports(needs: ReportNeeds): Promise<number> {
  const { storage, clock, directory, around, mailer } = needs;
  const now = clock.now();
  const last = await storage.mark(MARK);
  await storage.setMark(MARK, now);
  if (last === null || !mailer.enabled) return 0;
  let mailed = 0;
  for (const report of directory.linked.report.inOrder()) {
    const from = Math.max(last, now - CATCH_UP_MS);
    const ended = report.calendarId === 0 ? [] : around.calendars.endedBetween(report.calendarId, from, now);
    for (const period of ended)
      mailed += await mailToAll(needs, report, { from: period.start, to: period.end });
  }
  return mailed;
}

async function mailToAll(needs: ReportNeeds, report: ScheduledReportBody, period: Period): Promise<number> {
  const { directory, authenticator } = needs;
  const type = SHEET_REPORTS.find((each) => each === report.type);
  if (!type) return 0;
  let mailed = 0;
  for (const userId of directory.links.ownersOf('report', report.id, 'user')) {
    const user = directory.users.get(userId);
    if (!user || user.temporary || user.disableReports || !authenticator.isActive(user)) continue;
    const devices = devicesOf(needs, report, user);
    if (devices.length === 0) continue;
    mailed += (await mailOne(needs, { user, type, report, devices, period })) ? 1 : 0;
  }
  return mailed;
}

function mailOne(
  needs: ReportNeeds,
  wanted: {
    readonly user: UserEntity;
    readonly type: ReportType;
    readonly report: ScheduledReportBody;
    readonly devices: readonly DeviceEntity[];
    readonly period: Period;
  },
): Promise<boolean> {
  const { user, type, report, devices, period } = wanted;
  const caller = { user, credential: null };
  const job = reportJob(needs, caller, {
    type,
    // A period of a calendar ends before its end.
    period: { from: period.from, to: period.to - 1 },
    devices,
    page: null,
    hours: null,
    form: report.attributes['form'] === 'table' ? 'table' : 'standard',
    daily:
      type === 'daily' || isSet(report.attributes, 'daily')
        ? preferencesOf(needs.directory, user).zone
        : null,
    eventTypes: [],
    alarms: [],
    geofenceIds: type === 'geofences' ? [...needs.directory.links.of('user', user.id, 'geofence')] : [],
  });
  return mailReport(
    needs,
    user,
    { ...job, output: report.attributes['format'] === 'pdf' ? 'pdf' : 'xlsx' },
    report.description,
  );
}

/** Devices linked to the report, or in linked groups, as far as this user sees them; none linked = all of his. */
function devicesOf(
  { directory, visibility }: ReportNeeds,
  report: ScheduledReportBody,
  user: UserEntity,
): readonly DeviceEntity[] {
  const visible = visibility.visibleDeviceIds(user.id);
  const linked = new Set(directory.links.ownersOf('report', report.id, 'device'));
  const groups = directory.links.ownersOf('report', report.id, 'group');
  for (const groupId of groups) for (const id of visibility.devicesBelow(groupId)) linked.add(id);
  const wanted = linked.size + groups.size === 0 ? visible : linked;
  return [...wanted].flatMap((id) => (visible.has(id) ? (directory.devices.get(id) ?? []) : []));
}
