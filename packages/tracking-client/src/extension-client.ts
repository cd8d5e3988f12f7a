import type { BrandingConfig, LatLng, VisitorFacts } from '@rastro/fleet';
import { Caller, type Answer, type CallerOptions } from './caller.ts';

/** @source SPEC §9 "HTTP timeouts" */
export const EXTENSION_TIMEOUT_MS = 30_000;

/** The extension API, as far as the browser uses it. */
export interface ExtensionClient {
  /** By host: a reseller's domain gets the reseller's brand. */
  branding(signal: AbortSignal): Promise<Answer<BrandingConfig>>;
  /** @param place Counts when the caller's address leads nowhere. */
  visitor(place: LatLng | null, signal: AbortSignal): Promise<Answer<VisitorFacts>>;
}

export type ExtensionClientOptions = Omit<CallerOptions, 'timeoutMs'> & { readonly timeoutMs?: number };

export function createExtensionClient(options: ExtensionClientOptions): ExtensionClient {
  const caller = new Caller({ timeoutMs: EXTENSION_TIMEOUT_MS, ...options });
  return {
    branding: (signal) =>
      caller.json<BrandingConfig>({ method: 'GET', path: '/assets/custom/config.json' }, signal),
    visitor: (place, signal) =>
      caller.json<VisitorFacts>({ method: 'GET', path: '/visitor', query: { ...place } }, signal),
  };
}
