import { matchLanguage } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import type { AmountContext } from './amounts.ts';

/** Values when the form opened: typed amounts keep their decimal sign and unit when the language changes meanwhile. */
export function useAmounts(): AmountContext {
  const signedIn = useSignedIn();
  const { i18n } = useTranslation();
  const [context] = useState(() => {
    const language = matchLanguage(i18n.language) ?? 'en';
    const { distanceUnit, zone } = displayChoices(signedIn, language);
    return { language, unit: distanceUnit, zone, brand: signedIn.branding.brand };
  });
  return context;
}
