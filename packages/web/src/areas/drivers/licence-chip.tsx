import { IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import type { Licence } from './licence.ts';

const TONES = { valid: 'plain', ends: 'warning', ended: 'bad', unknown: 'plain' } as const;

/** State of a license as text. */
export function LicenceChip({ licence }: { readonly licence: Licence }) {
  const { t } = useTranslation('drivers');
  const format = useFormat();
  const text = (): string => {
    switch (licence.kind) {
      case 'valid':
        return t('drivers:licence.valid', { day: format.day(licence.day) });
      case 'ended':
        return t('drivers:licence.ended', { day: format.day(licence.day) });
      case 'ends':
        return licence.days === 0
          ? t('drivers:licence.today')
          : t('drivers:licence.ends', { count: licence.days });
      case 'unknown':
        return t('drivers:licence.unknown');
    }
  };
  return (
    <StateChip icon={IdCard} tone={TONES[licence.kind]}>
      {text()}
    </StateChip>
  );
}
