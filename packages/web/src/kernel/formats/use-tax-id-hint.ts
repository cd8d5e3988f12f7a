import { readTaxId } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';

/**
 * Returns a hint that a Brazilian tax id cannot be right; undefined = nothing to say. A hint only, and in Portuguese
 * alone: in other countries the same shape is another number.
 */
export function useTaxIdHint(): (typed: string) => string | undefined {
  const { t, i18n } = useTranslation('common');
  return (typed) => {
    if (!i18n.language.startsWith('pt')) return undefined;
    const read = readTaxId(typed);
    return read.kind === 'other' || read.isValid ? undefined : t('common:taxIdWrong');
  };
}
