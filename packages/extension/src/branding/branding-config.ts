import type { BrandingConfig, TileSource } from '@rastro/fleet';

export interface BrandingSettings {
  readonly brand: string;
  readonly title: string;
  readonly tiles: { readonly url: string; readonly name: string; readonly attribution: string } | null;
}

/** What the browser needs before anybody has signed in. @source SPEC §3 "Branding config" */
export function brandingConfig({ brand, title, tiles }: BrandingSettings): BrandingConfig {
  const tileSources: TileSource[] = tiles ? [{ id: 'tiles', maxZoom: 19, ...tiles }] : [];
  return {
    brand,
    title,
    headLogo: null,
    whatsapp: null,
    androidApp: null,
    appleApp: null,
    dataPolicy: null,
    push: null,
    tileSources,
  };
}
