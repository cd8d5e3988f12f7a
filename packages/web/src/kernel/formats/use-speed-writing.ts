import { matchLanguage } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../services.tsx';
import { displayChoices } from './display-choices.ts';
import type { SpeedWriting } from './speed-limit.ts';

/** Language and unit in which the current user types speeds. */
export function useSpeedWriting(): SpeedWriting {
  const signedIn = useSignedIn();
  const language = matchLanguage(useTranslation().i18n.language) ?? 'en';
  const unit = displayChoices(signedIn, language).speedUnit;
  return useMemo(() => ({ unit, language }), [unit, language]);
}
