export { createExtension, type ExtensionOptions, type ExtensionRoute } from './extension.ts';
