import { readerPreferences, writtenLanguage, type Language } from '@rastro/fleet';
import type { DisplayChoices } from '../../i18n/format.ts';
import { browserZone } from './browser-zone.ts';
import type { SignedIn } from '../session/session.ts';

/** Hundreds of parts of a screen ask, and the browser is slow to say its zone: what was found holds until the session changes. */
const known = new WeakMap<SignedIn, Map<Language, DisplayChoices>>();

/** Display settings of this user, on a page in `language`. The one place of the web that gets them from `fleet`. */
export function displayChoices(signedIn: SignedIn, language: Language): DisplayChoices {
  const ofSession = known.get(signedIn) ?? new Map<Language, DisplayChoices>();
  known.set(signedIn, ofSession);
  const choices = ofSession.get(language) ?? readChoices(signedIn, language);
  ofSession.set(language, choices);
  return choices;
}

function readChoices({ user, server, branding }: SignedIn, language: Language): DisplayChoices {
  const defaults = { language, zone: browserZone() };
  return { ...readerPreferences(user, server.server, { brand: branding.brand, defaults }), language };
}

/** The zone that the account or the installation has set, else that of the browser. */
export const zoneOf = (signedIn: SignedIn): string => displayChoices(signedIn, 'en').zone;

/** The language that the account or the installation has set; null = neither. */
export function accountLanguage({ user, server, branding }: SignedIn): Language | null {
  return writtenLanguage(user, server.server, branding.brand);
}
