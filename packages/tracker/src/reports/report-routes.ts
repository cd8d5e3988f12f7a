import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REPORT_TYPES, type ReportJob, type ReportType } from './report-job.ts';
import { ReportDesk } from './report-desk.ts';
import { mailReport } from './report-mail.ts';
import { SPREADSHEET_TYPE } from './xlsx.ts';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { readReportRequest } from './report-request.ts';
import { sendPieces } from './send-pieces.ts';
import { deviceSheet } from './device-sheet.ts';

/** Reports that have a sheet; the others are pictures and lists of the application. */
const WITH_SHEET: readonly ReportType[] = ['route', 'events', 'summary', 'trips', 'stops', 'geofences'];
type Format = ReportJob['output'] | 'mail';

/** Reports as streamed JSON, as sheets and by mail. @source reference/tracking-api.md §3.11 */
export function reportRoutes(app: FastifyInstance, context: ApiContext): void {
  const desk = new ReportDesk(context.reports);

  const report = async (
    type: ReportType,
    format: Format,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const caller = callerOf(request);
    const job = readReportRequest(context, caller, type, request.query as Readonly<Record<string, unknown>>);
    if (format === 'mail') {
      if (!context.mailer.enabled) throw refuse.mailOff();
      // Made after the answer: whoever asked for a mail does not wait for it.
      void mailReport(context, caller.user, { ...job, output: 'xlsx' });
      return reply.code(204).send();
    }
    const signal = whenGone(reply);
    const leave = desk.enter(caller.user.id);
    if (!leave) throw refuse.tooManyReports();
    if (format === 'json')
      return sendPieces(reply, desk.json(job, signal), { type: 'application/json', leave });
    const pieces = desk.sheet({ ...job, output: format }, signal);
    const file = format === 'csv' ? ['text/csv; charset=utf-8', 'csv'] : [SPREADSHEET_TYPE, 'xlsx'];
    reply.header('content-disposition', `attachment; filename=report.${file[1]}`);
    return sendPieces(reply, pieces, { type: file[0] ?? '', leave });
  };

  for (const type of REPORT_TYPES) {
    app.get(`/reports/${type}`, (request, reply) => report(type, formatOf(type, request), request, reply));
    if (!WITH_SHEET.includes(type)) continue;
    for (const format of ['xlsx', 'csv', 'mail'] as const)
      app.get(`/reports/${type}/${format}`, (request, reply) => report(type, format, request, reply));
  }
  app.get('/reports/devices/xlsx', async (request, reply) => {
    const sheet = await deviceSheet(context, callerOf(request));
    reply.header('content-disposition', 'attachment; filename=devices.xlsx');
    return reply.type(SPREADSHEET_TYPE).send(sheet);
  });
}

/** JSON unless a sheet is asked for by name; `mail=true` goes with the sheet. */
function formatOf(type: ReportType, { headers, query }: FastifyRequest): Format {
  const accept = headers.accept ?? '';
  if (!WITH_SHEET.includes(type)) return 'json';
  if (accept.includes('text/csv')) return 'csv';
  if (!accept.includes('spreadsheetml')) return 'json';
  return (query as { mail?: unknown }).mail === 'true' ? 'mail' : 'xlsx';
}

/** Aborts when the client goes away before it has everything. */
function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
