import { matchLanguage, type Language } from '../../i18n/language.ts';
import type { SignedIn } from '../session/session.ts';

/** The language that the user, else the server, has set: attribute `{brand}.lang` (SPEC §3). */
export function accountLanguage({ user, server, branding }: SignedIn): Language | null {
  const key = languageAttribute(branding.brand);
  for (const value of [user.attributes[key], server.server.attributes[key]]) {
    const language = typeof value === 'string' ? matchLanguage(value) : null;
    if (language !== null) return language;
  }
  return null;
}

export const languageAttribute = (brand: string): string => `${brand}.lang`;
