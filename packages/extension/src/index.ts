export { createExtension, type ExtensionOptions } from './extension.ts';
export type { ExtensionReply, ExtensionRoute } from './extension-route.ts';
