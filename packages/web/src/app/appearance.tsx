import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setProductTitle } from '../ui/screen-title.ts';
import { applyBrandColor, brandColor } from '../ui/brand-color.ts';
import { accountLanguage } from '../kernel/formats/display-choices.ts';
import { useServices, useSessionState } from '../kernel/services.tsx';

/** Carries brand and account into the page: title, color, language. Draws nothing. */
export function Appearance() {
  const state = useSessionState();
  const { preferences } = useServices();
  const { i18n } = useTranslation();
  const known = state.kind === 'signedIn' || state.kind === 'signedOut' ? state : null;
  const title = known?.branding.title;
  const color = brandColor(known?.branding.color, known?.server.server.attributes['colorPrimary']);
  const language = state.kind === 'signedIn' ? accountLanguage(state) : null;

  useEffect(() => {
    if (title !== undefined) setProductTitle(title);
  }, [title]);
  useEffect(() => applyBrandColor(color, document.documentElement), [color]);
  useEffect(() => {
    // An explicit choice in this browser stands before what the account says.
    if (language !== null && preferences.read('locale') === null) void i18n.changeLanguage(language);
  }, [language, preferences, i18n]);
  return null;
}
