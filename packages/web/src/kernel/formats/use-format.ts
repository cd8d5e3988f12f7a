import { matchLanguage } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormat, type Format } from '../../i18n/format.ts';
import { displayChoices } from './display-choices.ts';
import { useSignedIn } from '../services.tsx';

/** Numbers, dates and units as this person reads them. */
export function useFormat(): Format {
  const signedIn = useSignedIn();
  const { i18n } = useTranslation();
  const language = matchLanguage(i18n.language) ?? 'en';
  return useMemo(() => createFormat(displayChoices(signedIn, language)), [signedIn, language]);
}
