import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReportType, SheetReport } from '@rastro/fleet';
import { hasSheet, REPORT_TYPES, SHEET_REPORTS } from '@rastro/fleet/schemas';
import type { ReportQuery } from '@rastro/fleet/api';
import type { Caller } from '../access/caller.ts';
import { headOf, productName } from '../brands/brand-heads.ts';
import { appError } from '../errors/app-error.ts';
import { handlers, type Handlers } from '../http/bind.ts';
import { deviceSheet } from './files/device-sheet.ts';
import { ReportService } from './jobs/report-service.ts';
import type { ReportJob } from './request/report-job.ts';
import { mailReport } from './schedule/report-mail.ts';
import type { ReportDeps } from './report-deps.ts';
import { attachmentHeader } from '@rastro/fleet/sheets';
import { REPORT_KINDS } from './kinds/registry.ts';
import { FILE_FORMATS, MAIL_FORMATS, REPORT_FILES, reportFileName } from './files/report-files.ts';
import { oneOf, readReportRequest } from './request/report-request.ts';
import { withBrand } from './request/with-brand.ts';
import { completedJob } from './request/completed-job.ts';
import { sendPieces, whenGone } from './files/send-pieces.ts';
import { SPREADSHEET_TYPE } from '@rastro/outgoing/sheets';

type Format = ReportJob['output'] | 'mail';
type ReportKey =
  | `GET /reports/${ReportType}`
  | `GET /reports/${SheetReport}/${'xlsx' | 'csv' | 'pdf' | 'mail'}`;
interface ReportCall {
  readonly caller: Caller;
  readonly query: ReportQuery;
  readonly request: FastifyRequest;
}

/** Reports as streamed JSON, as sheets and by mail. @source docs/reference/tracking-api.md §3.11 */
export function reportRoutes(deps: ReportDeps) {
  const service = new ReportService(deps.reports, deps);
  const as = (type: ReportType, format: Format | null) => (call: ReportCall, reply: FastifyReply) =>
    answerReport(deps, service, { ...call, type, format: format ?? formatOf(type, call) }, reply);

  const lists = REPORT_TYPES.map((type) => [`GET /reports/${type}`, as(type, null)]);
  const sheets = SHEET_REPORTS.flatMap((type) =>
    ([...FILE_FORMATS, 'mail'] as const).map((format) => [
      `GET /reports/${type}/${format}`,
      as(type, format),
    ]),
  );
  return {
    // The keys are those of the registry of reports.
    ...(Object.fromEntries([...lists, ...sheets]) as Handlers<ReportKey>),
    ...handlers({
      'GET /reports/devices/xlsx': async ({ caller, request }, reply) => {
        deps.restrictions.requireHistory(caller);
        const { brands, directory } = deps;
        const brand = headOf(brands, brands.ownerAt(request.raw)).name ?? productName(directory, brands);
        const sheet = await deviceSheet(deps, caller, brand);
        reply.header('content-disposition', 'attachment; filename=devices.xlsx');
        return reply.type(SPREADSHEET_TYPE).send(sheet);
      },
    }),
  };
}

async function answerReport(
  deps: ReportDeps,
  service: ReportService,
  {
    caller,
    query,
    request,
    type,
    format,
  }: ReportCall & { readonly type: ReportType; readonly format: Format },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = readReportRequest(deps, caller, type, query, request.headers['accept-language']);
  const job = await completedJob(deps, caller, asked);
  if (format === 'mail') {
    const output = oneOf(MAIL_FORMATS, query.format, 'format');
    if (!deps.mailer.enabled) throw appError.mailOff();
    const leave = service.enterMail(caller.user.id);
    if (!leave) throw appError.tooManyReports();
    // Made after the answer: a request for a mail does not wait for it.
    void mailReport(deps, caller.user, { ...job, output }).finally(leave);
    return reply.code(204).send();
  }
  const wanted = { userId: caller.user.id, signal: whenGone(reply) };
  const leave = service.enter(caller.user.id);
  if (!leave) throw appError.tooManyReports();
  if (format === 'json')
    return sendPieces(reply, service.json(job, wanted), { type: 'application/json', leave });
  const branded = await withBrand(deps.brands, job, deps.brands.ownerAt(request.raw));
  const printed = { ...branded, output: format };
  const pieces = service.sheet(printed, wanted);
  const name = reportFileName(printed, REPORT_KINDS[type].title[job.reader.language]);
  reply.header('content-disposition', attachmentHeader(name));
  return sendPieces(reply, pieces, { type: REPORT_FILES[format].type, leave });
}

/** JSON unless a sheet is asked for by name; `mail=true` goes with the sheet. */
function formatOf(type: ReportType, { request, query }: ReportCall): Format {
  const accept = request.headers.accept ?? '';
  if (!hasSheet(type)) return 'json';
  if (accept.includes('text/csv')) return 'csv';
  if (!accept.includes('spreadsheetml')) return 'json';
  return query.mail ? 'mail' : 'xlsx';
}
