export { DEFAULT_PIPELINE_OPTIONS, type PipelineOptions } from './pipeline/options.ts';
export { cookieValue, SESSION_COOKIE } from './access/authenticate.ts';
export { hashPassword } from './access/passwords.ts';
export type { Caller } from './access/caller.ts';
export { userView } from './api/views.ts';
export { openTracker, type Door, type Tracker, type TrackerOptions } from './tracker.ts';
export { parseForwardTarget, type ForwardTarget } from './forwarding/target.ts';
export { parseSmtpServer, type SmtpServer } from './outgoing/mailer.ts';
export type { IngestLog } from './ingest/ingest-log.ts';
