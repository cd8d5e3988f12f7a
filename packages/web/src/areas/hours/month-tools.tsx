import { NativeSelect } from '@mantine/core';
import { MINUTE_MS } from '@rastro/base';
import { matchLanguage } from '@rastro/fleet';
import { addMonths, dateIn, monthOf, type CivilMonth } from '@rastro/fleet/billing';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './hours.module.css';

const OFFERED_MONTHS = 36;

interface MonthToolsProps {
  /** Null = not known yet: the present one of the driver's base. */
  readonly month: CivilMonth | null;
  readonly onMonth: (month: CivilMonth) => void;
}
/** The month that is shown, with the ones before and after it. */
export function MonthTools({ month, onMonth }: MonthToolsProps) {
  const { t, i18n } = useTranslation('hours');
  const language = matchLanguage(i18n.language) ?? 'en';
  const now = monthOf(dateIn(useZone(), useNow(MINUTE_MS)));
  const shown = month ?? now;
  const offered = Array.from({ length: OFFERED_MONTHS }, (_, at) => addMonths(now, -at));
  const all = offered.includes(shown) ? offered : [shown, ...offered];
  return (
    <div className={styles.months}>
      <IconAction label={t('hours:month.before')} onClick={() => onMonth(addMonths(shown, -1))}>
        <ChevronLeft size={18} aria-hidden />
      </IconAction>
      <NativeSelect
        size="xs"
        aria-label={t('hours:month.label')}
        data={all.map((value) => ({ value, label: monthText(value, language) }))}
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          const chosen = all.find((each) => each === value);
          if (chosen !== undefined) onMonth(chosen);
        }}
      />
      {shown < now && (
        <IconAction label={t('hours:month.after')} onClick={() => onMonth(addMonths(shown, 1))}>
          <ChevronRight size={18} aria-hidden />
        </IconAction>
      )}
    </div>
  );
}
