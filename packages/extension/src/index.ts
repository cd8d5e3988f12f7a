export { createExtension, type ExtensionOptions } from './extension.ts';
export type { ExtensionReply, ExtensionRequest, ExtensionRoute, WriteAudit } from './extension-route.ts';
