import { brandingConfig, type BrandingSettings } from './branding/branding-config.ts';
import type { ExtensionRoute } from './extension-route.ts';
import { visitorFacts, type VisitorOptions } from './visitor/visitor-facts.ts';

export interface ExtensionOptions {
  readonly branding: BrandingSettings;
  readonly visitor: VisitorOptions;
}

/** What sits on top of any tracking server, as routes below one prefix. */
export function createExtension({ branding, visitor }: ExtensionOptions): readonly ExtensionRoute[] {
  const config = brandingConfig(branding);
  return [
    {
      method: 'GET',
      path: '/assets/custom/config.json',
      answer: async () => ({ status: 200, headers: { 'cache-control': 'no-cache' }, body: config }),
    },
    { method: 'GET', path: '/visitor', answer: visitorFacts(visitor) },
  ];
}
