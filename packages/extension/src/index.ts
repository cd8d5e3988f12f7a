export { auditInto } from './audit/write-audit.ts';
export { createExtension, type ExtensionOptions } from './extension.ts';
export { bindRoute, type ExtensionRoute } from './extension-route.ts';
