import { host } from '@rastro/base/host';
import type { ReportDeps } from '../report-deps.ts';
import type { UserEntity } from '../../directory/directory.ts';
import type { ReportJob } from '../request/report-job.ts';
import { REPORT_KINDS } from '../kinds/registry.ts';
import { SHEET_LABELS } from '../files/sheet-labels.ts';
import { brandOwnerOf } from '../../brands/brand-heads.ts';
import { withBrand } from '../request/with-brand.ts';
import { REPORT_FILES, reportFileName } from '../files/report-files.ts';
import { devicesText, periodText } from '../request/report-scope.ts';

type MailDeps = Pick<ReportDeps, 'reports' | 'mailer' | 'brands' | 'directory' | 'log' | 'statistics'>;
const PATIENCE_MS = 300_000;

export interface ScheduledMail {
  readonly title: string;
  /** Called when the mail is about to leave. @returns false = another process sends it. */
  readonly claim: () => Promise<boolean>;
}

/**
 * Makes a sheet and mails it. What goes wrong is logged: nobody waits for it.
 * @param scheduled Absent = somebody has just asked for it; then the kind of report names the mail.
 * @returns `taken`: another process mails it.
 */
export async function mailReport(
  { reports, mailer, brands, directory, log, statistics }: MailDeps,
  user: UserEntity,
  job: ReportJob & { readonly output: keyof typeof REPORT_FILES },
  scheduled?: ScheduledMail,
): Promise<'mailed' | 'failed' | 'taken'> {
  const title = scheduled?.title;
  const signal = host.timeout(PATIENCE_MS);
  const labels = SHEET_LABELS[job.reader.language];
  try {
    const branded = await withBrand(brands, job, brandOwnerOf(brands, directory, user));
    const pieces: Uint8Array[] = [];
    for await (const piece of reports.make(branded, { userId: user.id, signal }))
      pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    const kind = REPORT_KINDS[job.type].title[job.reader.language];
    const name = title ?? kind;
    const address = mailer.addressFor(user);
    const details = [
      { label: labels.report, text: kind },
      { label: labels.period, text: periodText(job.period, job.reader) },
      { label: labels.devices, text: devicesText(job.devices) },
      { label: labels.file, text: reportFileName(branded, name) },
    ];
    if (scheduled && !(await scheduled.claim())) return 'taken';
    const sent = await mailer.send(
      {
        reader: user,
        to: user.email,
        content: {
          subject: `${labels.mailSubject}: ${name}`,
          title: name,
          paragraphs: [labels.mailBody],
          details,
          button: address === null ? null : { label: labels.mailOpen, url: `${address}/reports` },
          reason: title === undefined ? labels.mailAsked : labels.mailScheduled,
        },
        attachments: [
          {
            filename: reportFileName(branded, name),
            contentType: REPORT_FILES[job.output].type,
            content: Buffer.concat(pieces),
          },
        ],
      },
      signal,
    );
    if (!sent.ok) throw new Error(`the mail server answered ${sent.error.code} ${sent.error.detail}`);
    statistics.count('mailSent');
    return 'mailed';
  } catch (error) {
    log.error({ err: error, userId: user.id, report: job.type }, 'cannot mail a report');
    return 'failed';
  }
}
