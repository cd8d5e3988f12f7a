/** What `GET {ext}/assets/custom/config.json` answers, by host. @source SPEC §3 "Branding config". */
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
  /** Raster tile bases the operator configured; empty = only the offline base map. */
  readonly tileSources: readonly TileSource[];
}
export interface TileSource {
  readonly id: string;
  readonly name: string;
  /** Template with {z}/{x}/{y}. */
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom: number;
  /** Two bases of one provider are told apart by what they show. */
  readonly kind?: 'streets' | 'satellite';
  /** Offered only when the server has this attribute; its value stands for {key} in the address. */
  readonly keyAttribute?: string;
}
