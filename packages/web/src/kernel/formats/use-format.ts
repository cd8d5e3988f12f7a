import { matchLanguage } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormat, type DisplayChoices, type Format } from '../../i18n/format.ts';
import { displayChoices } from './display-choices.ts';
import { useSignedIn } from '../services.tsx';

/** Numbers, dates and units as this person reads them. */
export function useFormat(): Format {
  const choices = useDisplayChoices();
  return useMemo(() => createFormat(choices), [choices]);
}

/** How this person reads them, for what must do without words, as the cells of a spreadsheet. */
export function useDisplayChoices(): DisplayChoices {
  const signedIn = useSignedIn();
  const { i18n } = useTranslation();
  const language = matchLanguage(i18n.language) ?? 'en';
  return useMemo(() => displayChoices(signedIn, language), [signedIn, language]);
}
