import type { BrandingConfig } from '@rastro/fleet';
import { Caller, type Answer, type CallerOptions } from './caller.ts';

/** @source SPEC §9 "HTTP timeouts" */
export const EXTENSION_TIMEOUT_MS = 30_000;

/** The part of the extension API that answers before anybody signs in. */
export interface ExtensionClient {
  /** By host: a reseller's domain gets the reseller's brand. */
  branding(signal: AbortSignal): Promise<Answer<BrandingConfig>>;
}

export type ExtensionClientOptions = Omit<CallerOptions, 'timeoutMs'> & { readonly timeoutMs?: number };

export function createExtensionClient(options: ExtensionClientOptions): ExtensionClient {
  const caller = new Caller({ timeoutMs: EXTENSION_TIMEOUT_MS, ...options });
  return {
    branding: (signal) =>
      caller.json<BrandingConfig>({ method: 'GET', path: '/assets/custom/config.json' }, signal),
  };
}
