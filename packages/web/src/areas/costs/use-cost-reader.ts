import { matchLanguage } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import type { CostReader } from './cost-values.ts';

/** Language and unit in which the reader writes amounts and distances. */
export function useCostReader(): CostReader {
  const { i18n } = useTranslation('costs');
  const { distanceUnit } = useDisplayChoices();
  const zone = useZone();
  return { language: matchLanguage(i18n.language) ?? 'en', unit: distanceUnit, zone };
}
