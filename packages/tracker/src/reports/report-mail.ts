import type { ReportNeeds } from './report-needs.ts';
import type { UserEntity } from '../directory/directory.ts';
import type { ReportJob } from './report-job.ts';
import { REPORT_KINDS } from './kinds/index.ts';
import { SHEET_WORDS } from './sheet-words.ts';
import { brandOwnerOf } from '../brands/brand-heads.ts';
import { withBrand } from './with-brand.ts';
import { REPORT_FILES, reportFileName } from './report-files.ts';
import { devicesText, periodText } from './report-scope.ts';

type MailNeeds = Pick<ReportNeeds, 'reports' | 'mailer' | 'brands' | 'directory' | 'log' | 'statistics'>;
const PATIENCE_MS = 300_000;

/**
 * Makes a sheet and mails it. What goes wrong is logged: nobody waits for it.
 * @param title Of a scheduled report; else the kind of report names the mail.
 * @returns whether it was mailed.
 */
export async function mailReport(
  { reports, mailer, brands, directory, log, statistics }: MailNeeds,
  user: UserEntity,
  job: ReportJob & { readonly output: keyof typeof REPORT_FILES },
  title?: string,
): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const words = SHEET_WORDS[job.reader.language];
  try {
    const branded = await withBrand(brands, job, brandOwnerOf(brands, directory, user));
    const pieces: Uint8Array[] = [];
    for await (const piece of reports.make(branded, { userId: user.id, signal }))
      pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    const kind = REPORT_KINDS[job.type].title[job.reader.language];
    const name = title ?? kind;
    const address = mailer.addressFor(user);
    const facts = [
      { label: words.report, text: kind },
      { label: words.period, text: periodText(job.period, job.reader) },
      { label: words.devices, text: devicesText(job.devices) },
      { label: words.file, text: reportFileName(branded, name) },
    ];
    const sent = await mailer.send(
      {
        reader: user,
        to: user.email,
        content: {
          subject: `${words.mailSubject}: ${name}`,
          title: name,
          paragraphs: [words.mailBody],
          facts,
          button: address === null ? null : { label: words.mailOpen, url: `${address}/reports` },
          reason: title === undefined ? words.mailAsked : words.mailScheduled,
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
    return true;
  } catch (error) {
    log.error({ err: error, userId: user.id, report: job.type }, 'cannot mail a report');
    return false;
  }
}
