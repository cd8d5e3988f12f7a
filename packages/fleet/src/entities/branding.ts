import type { Language } from '../languages/language.ts';

/**
 * Answer of `GET {ext}/assets/custom/config.json`, by host.
 * @source docs/reference/requirements.md SPEC §3 "Branding config".
 */
export interface BrandingConfig {
  /** Attribute prefix (`{brand}` in the spec), e.g. `rastro`. */
  readonly brand: string;
  readonly title: string;
  /** URL of the logo, or null: the title is shown as text. */
  readonly headLogo: string | null;
  readonly whatsapp: string | null;
  readonly androidApp: string | null;
  readonly appleApp: string | null;
  readonly dataPolicy: string | null;
  readonly push: { readonly vapidPublicKey: string } | null;
  /** Bases the operator configured, the one shown at first before the others; empty = only the built-in world. */
  readonly tileSources: readonly TileSource[];
  /** `#rrggbb`; absent = what the server's attributes say, or ours. */
  readonly color?: string | undefined;
  /** Address of its icons, without size and ending (`-192.png`); absent = ours. */
  readonly icon?: string | undefined;
  /** Offered at login; absent = all. */
  readonly languages?: readonly Language[] | undefined;
  readonly loginTitle?: string | undefined;
  readonly loginText?: string | undefined;
}
export interface TileSource {
  readonly id: string;
  readonly name: string;
  /** Source of the base map; absent = raster tiles. */
  readonly format?: 'style' | 'archives';
  /** Of raster tiles a template with {z}/{x}/{y}, of a style its own; empty for archives. */
  readonly url: string;
  /** Of a style: the one for dark pages; absent = there is one for both. */
  readonly darkUrl?: string;
  /** Files of vector tiles (PMTiles, schema of Protomaps 4); where two have a tile, the first. */
  readonly archives?: readonly TileArchive[];
  readonly attribution: string;
  readonly maxZoom: number;
  /** Distinguishes two base maps of one provider by their content. */
  readonly kind?: 'streets' | 'satellite';
  /** Offered only when the server has this attribute; its value replaces {key} in the address. */
  readonly keyAttribute?: string;
}
/** A file of vector tiles that is read in parts. */
export interface TileArchive {
  readonly url: string;
  readonly bounds: {
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
  };
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Credit that the license of the data requires; empty = none. */
  readonly attribution: string;
}
