import type { ReportNeeds } from './report-needs.ts';
import type { UserEntity } from '../directory/directory.ts';
import type { ReportJob } from './report-job.ts';
import { REPORT_KINDS } from './kinds/index.ts';
import { SHEET_WORDS } from './sheet-words.ts';
import { brandOwnerOf } from '../brands/brand-heads.ts';
import { withBrand } from './with-brand.ts';
import { REPORT_FILES } from './report-files.ts';

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
    const file = REPORT_FILES[job.output];
    const name = title ?? REPORT_KINDS[job.type].title[job.reader.language];
    const subject = `${words.mailSubject}: ${name}`;
    const sent = await mailer.send(
      {
        reader: user,
        to: user.email,
        subject,
        text: words.mailBody,
        html: `<p>${words.mailBody}</p>`,
        attachments: [
          { filename: `report.${file.ending}`, contentType: file.type, content: Buffer.concat(pieces) },
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
