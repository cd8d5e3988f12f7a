import { matchLanguage } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { displayChoices } from '../../../kernel/formats/display-choices.ts';
import { useSignedIn } from '../../../kernel/services.tsx';
import type { FieldContext } from './field-text.ts';

/** Context in which the current user reads and writes the fields of a device. */
export function useFieldContext(): FieldContext {
  const signedIn = useSignedIn();
  const { i18n } = useTranslation();
  const language = matchLanguage(i18n.language) ?? 'en';
  return useMemo(() => {
    const { speedUnit, zone } = displayChoices(signedIn, language);
    return { brand: signedIn.branding.brand, language, speedUnit, zone };
  }, [signedIn, language]);
}
