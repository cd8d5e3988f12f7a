import type { Language } from '../preferences/language.ts';

/** How an installation or a reseller shows itself; '' = not set. What names a file names one that was uploaded. */
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
  /** Heading and words of the login page. */
  readonly loginTitle: string;
  readonly loginText: string;
}

/** A domain that a brand claims, and whether it works. */
export interface BrandDomain {
  readonly domain: string;
  /** Where and what the owner of the domain writes to show that it is his. */
  readonly token: string;
  readonly state: 'waiting' | 'verified';
  /** How it was verified; null = it is not. */
  readonly by: 'dns' | 'file' | 'operator' | null;
}

/** Who wrote a brand, and when. */
export interface BrandChange {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A brand as who looks after it sees it. */
export interface Theme {
  /** Whose it is: a reseller's id, or 0 for the installation. */
  readonly owner: number;
  /** What is worked on: the draft, or what is published. */
  readonly look: BrandTheme;
  readonly published: BrandTheme | null;
  readonly isDraft: boolean;
  /** Is there something to go back to? */
  readonly canUndo: boolean;
  /** Of looks and draft: who writes names the one that he has seen. */
  readonly version: string;
  /** Who has written them last; null = nobody, or it is not known. */
  readonly changed: BrandChange | null;
  readonly domains: readonly BrandDomain[];
}
export interface BrandFile {
  readonly file: string;
}
