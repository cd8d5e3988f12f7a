import type { BrandFile, BrandTheme, Theme } from '@rastro/fleet';
import type { ExtensionRoutes } from '@rastro/fleet/api';
import type { Answer, Caller } from './caller.ts';

/** A look, and the version of the brand that it was made from. */
export interface ThemeUpdate {
  readonly theme: BrandTheme;
  readonly version: string;
}

/** The caller's own brand, or for administrators that of the installation. */
export interface ThemeCalls {
  read(signal: AbortSignal): Promise<Answer<Theme>>;
  /** Saves a draft without publishing it. A version other than the present one is rejected with 409, here and below. */
  saveDraft(wanted: ThemeUpdate, signal: AbortSignal): Promise<Answer<Theme>>;
  publish(wanted: ThemeUpdate, signal: AbortSignal): Promise<Answer<Theme>>;
  /** Drops the draft, or restores the look published before. */
  undo(version: string, signal: AbortSignal): Promise<Answer<Theme>>;
  /** @returns the name by which a look refers to it. */
  upload(use: 'logo' | 'icon', picture: Blob, signal: AbortSignal): Promise<Answer<BrandFile>>;
  claim(domain: string, signal: AbortSignal): Promise<Answer<Theme>>;
  /** @param trust On the word of an administrator, without a check. */
  check(
    { domain, trust }: { readonly domain: string; readonly trust: boolean },
    signal: AbortSignal,
  ): Promise<Answer<Theme>>;
  giveUp(domain: string, signal: AbortSignal): Promise<Answer<Theme>>;
}

export function themeCalls(caller: Caller<ExtensionRoutes>): ThemeCalls {
  return {
    read: (signal) => caller.json('GET /theme', {}, signal),
    saveDraft: ({ theme, version }, signal) =>
      caller.json('PUT /theme', { query: { draft: 'true', version }, json: theme }, signal),
    publish: ({ theme, version }, signal) =>
      caller.json('PUT /theme', { query: { version }, json: theme }, signal),
    undo: (version, signal) => caller.json('POST /theme/undo', { query: { version } }, signal),
    upload: (use, bytes, signal) => caller.json('POST /theme/files', { query: { use }, bytes }, signal),
    claim: (domain, signal) => caller.json('POST /theme/domains', { json: { domain } }, signal),
    check: ({ domain, trust }, signal) =>
      caller.json(
        'POST /theme/domains/:domain/check',
        { params: { domain }, query: trust ? { trust: 'true' } : {} },
        signal,
      ),
    giveUp: (domain, signal) => caller.json('DELETE /theme/domains/:domain', { params: { domain } }, signal),
  };
}
