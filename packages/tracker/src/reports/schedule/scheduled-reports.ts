import { DAY_MS } from '@rastro/base';
import { readReportRequest } from '../request/report-request.ts';
import type { ReportDeps } from '../report-deps.ts';
import type { DeviceEntity, UserEntity } from '../../directory/directory.ts';
import { preferencesOf } from '../../directory/reader.ts';
import {
  calendarPeriod,
  mailedFormat,
  mailedPeriod,
  narrowingOf,
  WEEK_START,
  withMailing,
  type SheetReport,
} from '@rastro/fleet';
import { comparedSpan } from '@rastro/fleet/calendars';
import { SHEET_REPORTS } from '@rastro/fleet/schemas';
import { reportQuery } from '@rastro/fleet/api';
import type { ScheduledReportBody } from '@rastro/fleet/schemas';
import type { ReportJob } from '../request/report-job.ts';
import { MailCursors, MAILED_REPORTS } from './mail-cursors.ts';
import { mailReport, type ScheduledMail } from './report-mail.ts';
import type { Period } from '../request/report-device.ts';
import { completedJob } from '../request/completed-job.ts';
import { periodRead } from '../request/compared-period.ts';

/** After a long stop, older periods are not caught up: nobody waits for last year's mails. */
const CATCH_UP_MS = 7 * 86_400_000;

/**
 * Mails the reports whose calendar periods have ended since the last check. Whoever calls has the lease of this work, and
 * moves its cursor afterwards. Each mail is claimed in the store before it leaves: after a crash one may be uncertain,
 * and is told so; none comes twice, and none is lost.
 * @returns how many were mailed. @source docs/reference/tracking-api.md §3.11 "Scheduled reports"
 */
export async function mailDueReports(deps: ReportDeps, now: number): Promise<number> {
  const { storage, directory, around, mailer } = deps;
  const last = await storage.readCursor(MAILED_REPORTS);
  if (last === null || !mailer.enabled) return 0;
  let mailed = 0;
  for (const report of directory.linked.report.inOrder()) {
    const from = Math.max(last, now - CATCH_UP_MS);
    const ended = report.calendarId === 0 ? [] : around.calendars.endedBetween(report.calendarId, from, now);
    for (const period of ended)
      mailed += await mailToAll(deps, report, { from: period.start, to: period.end });
  }
  return mailed;
}

/** Mails it to all its users, and stores the outcome in the report. */
async function mailToAll(deps: ReportDeps, report: ScheduledReportBody, period: Period): Promise<number> {
  const { directory, clock } = deps;
  const type = SHEET_REPORTS.find((each) => each === report.type);
  if (!type) return 0;
  const counts = { mailed: 0, failed: 0, nothing: 0, over: 0 };
  for (const userId of directory.links.ownersOf('report', report.id, 'user'))
    counts[await mailToUser(deps, { userId, type, report, period })] += 1;
  // A process before this one has told the outcome.
  if (counts.over > 0 && counts.mailed + counts.failed === 0) return 0;
  const outcome = counts.failed > 0 ? 'failed' : counts.mailed > 0 ? 'mailed' : 'nothing';
  // The current report: it may have changed meanwhile.
  await directory.linked.report.change(report.id, (current) => ({
    ...current,
    attributes: withMailing(current.attributes, clock.now(), outcome),
  }));
  return counts.mailed;
}

async function mailToUser(
  deps: ReportDeps,
  { userId, ...wanted }: Omit<Mailing, 'user' | 'devices'> & { readonly userId: number },
): Promise<'mailed' | 'failed' | 'nothing' | 'over'> {
  const { directory, authenticator, log } = deps;
  const { report, period } = wanted;
  const mail = new MailCursors(deps.storage, { reportId: report.id, userId, end: period.to });
  if (await mail.isOver()) return 'over';
  if (await mail.isUncertain()) {
    log.error({ userId, report: report.id }, 'a process ended while it mailed a report; it may have arrived');
    await mail.end();
    return 'failed';
  }
  if (!(await isRead(deps, report.id, userId))) return 'failed';
  const user = directory.users.get(userId);
  if (!user || user.temporary || user.disableReports || !authenticator.isActive(user)) return 'nothing';
  const devices = devicesOf(deps, report, user);
  if (devices.length === 0) return 'nothing';
  const outcome = await mailOne(deps, { ...wanted, user, devices }, () => mail.claim());
  if (outcome === 'taken') return 'over';
  await mail.end();
  return outcome;
}

/** Brings an account here, where it is another server's. @returns false = it cannot be asked for now. */
async function isRead({ source, log }: ReportDeps, reportId: number, userId: number): Promise<boolean> {
  try {
    await source?.readUser(userId);
    return true;
  } catch (error) {
    log.error({ err: error, userId, report: reportId }, 'cannot read for whom a scheduled report is');
    return false;
  }
}

interface Mailing {
  readonly user: UserEntity;
  readonly type: SheetReport;
  readonly report: ScheduledReportBody;
  readonly devices: readonly DeviceEntity[];
  readonly period: Period;
}

/** Made as if the user had just asked for it, in their language and with their rights. */
async function mailOne(
  deps: ReportDeps,
  wanted: Mailing,
  claim: ScheduledMail['claim'],
): Promise<'mailed' | 'failed' | 'taken'> {
  const { user, type, report } = wanted;
  const caller = { user, credential: null };
  let job: Omit<ReportJob, 'output'>;
  try {
    const query = reportQuery.parse(askedBy(wanted, periodsOf(deps, wanted)));
    const asked = readReportRequest(deps, caller, type, query);
    const ids = asked.devices.map(({ id }) => id);
    await deps.source?.readHistory(user.id, ids, periodRead(type, query));
    job = await completedJob(deps, caller, asked);
  } catch (error) {
    // Its entities may be deleted or no longer the user's, or too much is asked.
    deps.log.error({ err: error, userId: user.id, report: report.id }, 'cannot make a scheduled report');
    return 'failed';
  }
  const output = mailedFormat(report.attributes) === 'xlsx' ? 'xlsx' : 'pdf';
  const scheduled = { title: report.description, claim };
  return mailReport(deps, user, { ...job, output }, scheduled);
}

interface MailedPeriods {
  readonly period: Period;
  /** The period that figures are compared with. */
  readonly compared: Period;
}
/** Longer periods of a calendar are no days of a week. */
const WEEK_MS = 7 * DAY_MS;

/**
 * Which days the mail is about: the period of the calendar that has ended, or a week or month in the zone of who gets
 * it, counted from that end. A mail that leaves late is about the same days. Days of a calendar are compared with the
 * same weekdays of the week before.
 */
function periodsOf({ directory }: ReportDeps, { report, user, period }: Mailing): MailedPeriods {
  // A period of a calendar ends before its end.
  const end = period.to - 1;
  const name = mailedPeriod(report.attributes);
  const { zone, language } = preferencesOf(directory, user);
  const place = { zone, weekStart: WEEK_START[language] };
  if (name === null) {
    const span = { from: period.from, to: end };
    const isOfDays = span.to - span.from < WEEK_MS;
    return { period: span, compared: comparedSpan(isOfDays ? { preset: 'today' } : span, span, place) };
  }
  // At midnight the last week is the one that has just ended, and this one is not the empty one that begins.
  const at = name.startsWith('last') ? period.to : end;
  const span = calendarPeriod(name, at, place);
  return { period: span, compared: comparedSpan({ preset: name }, span, place) };
}

/** The query of the report, as its attributes say. */
function askedBy({ report, devices }: Mailing, { period, compared }: MailedPeriods) {
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    ...narrowingOf(report.attributes),
    from: iso(period.from),
    to: iso(period.to),
    comparedFrom: iso(compared.from),
    comparedTo: iso(compared.to),
    deviceId: devices.map(({ id }) => String(id)),
    form: mailedFormat(report.attributes) === 'pdfTable' ? 'table' : 'standard',
  };
}

/** Devices linked to the report, or in linked groups, as far as the user sees them; none linked = all of the user's. */
function devicesOf(
  { directory, visibility }: ReportDeps,
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
