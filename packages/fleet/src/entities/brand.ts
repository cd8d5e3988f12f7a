import type { Language } from '../languages/language.ts';

/** Look of an installation or a reseller; '' = not set. File names refer to uploaded files. */
export interface BrandTheme {
  readonly title: string;
  readonly headLogo: string;
  /** Pictures of the browser's tab, the phone's screen and the manifest. */
  readonly icon: string;
  /** `#rrggbb`; light and dark pages are derived from it. */
  readonly color: string;
  /** Offered at login; none = all. */
  readonly languages: readonly Language[];
  /** A number or a link. */
  readonly whatsapp: string;
  readonly androidApp: string;
  readonly appleApp: string;
  readonly dataPolicy: string;
  /** Heading and text of the login page. */
  readonly loginTitle: string;
  readonly loginText: string;
}

export const EMPTY_THEME: BrandTheme = {
  title: '',
  headLogo: '',
  icon: '',
  color: '',
  languages: [],
  whatsapp: '',
  androidApp: '',
  appleApp: '',
  dataPolicy: '',
  loginTitle: '',
  loginText: '',
};

/** A domain that a brand claims, and whether it works. */
export interface BrandDomain {
  readonly domain: string;
  /** Value that the owner of the domain publishes to prove ownership, and the place for it. */
  readonly token: string;
  readonly state: 'waiting' | 'verified';
  /** Method of verification; null = not verified. */
  readonly by: 'dns' | 'file' | 'operator' | null;
}

/** Author and time of a change to a brand. */
export interface BrandChange {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A brand as its manager sees it. */
export interface Theme {
  /** Owner: a reseller's id, or 0 for the installation. */
  readonly owner: number;
  /** The draft, or the published look if there is none. */
  readonly look: BrandTheme;
  readonly published: BrandTheme | null;
  readonly isDraft: boolean;
  /** Is there something to go back to? */
  readonly canUndo: boolean;
  /** Version of looks and draft: a writer names the one that they have seen. */
  readonly version: string;
  /** Last change; null = none, or unknown. */
  readonly changed: BrandChange | null;
  readonly domains: readonly BrandDomain[];
}
export interface BrandFile {
  readonly file: string;
}
