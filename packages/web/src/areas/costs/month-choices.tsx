import { NativeSelect } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { monthOf } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { offeredMonths, type CostViewProps } from './cost-question.ts';
import { useToday } from './use-costs.ts';
import type { ReportMonths } from './use-cost-report.ts';

interface MonthChoicesProps extends Pick<CostViewProps, 'onSet'> {
  readonly months: ReportMonths;
}
/** First and last month of a report. */
export function MonthChoices({ months, onSet }: MonthChoicesProps) {
  const { t, i18n } = useTranslation('costs');
  const now = monthOf(useToday());
  const language = matchLanguage(i18n.language) ?? 'en';
  return (['from', 'to'] as const).map((end) => (
    <NativeSelect
      key={end}
      size="xs"
      label={t(`costs:report.${end}`)}
      data={offeredMonths(now, months[end]).map((value) => ({ value, label: monthText(value, language) }))}
      value={months[end]}
      onChange={({ currentTarget: { value } }) => onSet({ ...months, [end]: value })}
    />
  ));
}
