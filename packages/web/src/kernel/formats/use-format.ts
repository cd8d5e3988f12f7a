import { matchLanguage } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { createFormat, type DisplayChoices, type Format } from '../../i18n/format.ts';
import { displayChoices } from './display-choices.ts';
import { useSignedIn } from '../services.tsx';

/** A set is ten formats of the browser, each as slow to make as a row is to draw: a page has one. */
const formats = new WeakMap<DisplayChoices, Format>();

/** Numbers, dates and units as this user reads them; the same object for everybody who asks. */
export function useFormat(): Format {
  const choices = useDisplayChoices();
  const format = formats.get(choices) ?? createFormat(choices);
  formats.set(choices, format);
  return format;
}

/** Display settings of this user, for output without text, such as the cells of a spreadsheet. */
export function useDisplayChoices(): DisplayChoices {
  const signedIn = useSignedIn();
  const { i18n } = useTranslation();
  return displayChoices(signedIn, matchLanguage(i18n.language) ?? 'en');
}
