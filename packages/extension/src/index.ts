export { forgetOldActions } from './audit/forget-old-actions.ts';
export { auditInto } from './audit/write-audit.ts';
export { createExtension, type ExtensionOptions } from './extension.ts';
export { bindRoute, type ExtensionRoute } from './extension-route.ts';
export { runJobs, type Work } from './jobs/run-jobs.ts';
export { followFleet, type FeedItem } from './feed/follow-fleet.ts';
export { trackingSource } from './feed/tracking-source.ts';
export type { Job } from './job.ts';
