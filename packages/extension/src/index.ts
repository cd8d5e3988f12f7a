export { forgetOldActions } from './audit/forget-old-actions.ts';
export { auditInto } from './audit/write-audit.ts';
export { createExtension, type ExtensionOptions } from './extension.ts';
export { bindRoute, type ExtensionRoute } from './extension-route.ts';
export { runJobs, type Work } from './work/run-jobs.ts';
