import { matchLanguage } from '@rastro/fleet';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormat, type DisplayChoices, type Format } from '../../i18n/format.ts';
import { displayChoices } from './display-choices.ts';
import { signedInOf, useSessionState } from '../services.tsx';

/** A set is ten formats of the browser, each as slow to make as a row is to draw: a page has one. */
const formats = new WeakMap<DisplayChoices, Format>();

/** Numbers, dates and units as this user reads them; the same object for everybody who asks. */
export function useFormat(): Format {
  const choices = useDisplayChoices();
  const format = formats.get(choices) ?? createFormat(choices);
  formats.set(choices, format);
  return format;
}

const Given = createContext<DisplayChoices | null>(null);
/** Display settings of somebody else than who is signed in, for what stands inside. */
export const GivenChoices = Given.Provider;

/** Display settings of this user, for output without text, such as the cells of a spreadsheet. */
export function useDisplayChoices(): DisplayChoices {
  const given = useContext(Given);
  const state = useSessionState();
  const { i18n } = useTranslation();
  if (given !== null) return given;
  return displayChoices(signedInOf(state), matchLanguage(i18n.language) ?? 'en');
}
