import { brandingConfig, type BrandingSettings } from './branding/branding-config.ts';
import { bindExtension, type ExtensionRoute, type WriteAudit } from './extension-route.ts';
import { visitorFacts, type VisitorOptions } from './visitor/visitor-facts.ts';

export interface ExtensionOptions {
  readonly branding: BrandingSettings;
  readonly visitor: VisitorOptions;
  readonly writeAudit: WriteAudit;
}

/** What sits on top of any tracking server, as routes below one prefix. */
export function createExtension({
  branding,
  visitor,
  writeAudit,
}: ExtensionOptions): readonly ExtensionRoute[] {
  const config = brandingConfig(branding);
  const handlers = {
    'GET /assets/custom/config.json': () => ({
      status: 200,
      headers: { 'cache-control': 'no-cache' },
      body: config,
    }),
    'GET /visitor': visitorFacts(visitor),
  };
  return bindExtension(handlers, writeAudit);
}
