import { readerPreferences, writtenLanguage, type Language } from '@rastro/fleet';
import type { DisplayChoices } from '../../i18n/format.ts';
import type { SignedIn } from '../session/session.ts';

/** How this person reads, on a page that speaks `language`. The one place of the web that asks `fleet` for it. */
export function displayChoices({ user, server, branding }: SignedIn, language: Language): DisplayChoices {
  const defaults = { language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return { ...readerPreferences(user, server.server, { brand: branding.brand, defaults }), language };
}

/** The zone that the account or the installation has set, else that of the browser. */
export const zoneOf = (signedIn: SignedIn): string => displayChoices(signedIn, 'en').zone;

/** The language that the account or the installation has set; null = neither. */
export function accountLanguage({ user, server, branding }: SignedIn): Language | null {
  return writtenLanguage(user, server.server, branding.brand);
}
