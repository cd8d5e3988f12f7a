import type { DriverMonth } from '@rastro/fleet/working-hours';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { DAY_COLUMNS } from './day-table.tsx';
import { sumOf } from './month-figures.tsx';
import { kindOfRule } from './rule-text.ts';

type Rows = readonly (readonly RowCell[])[];

/** Rows of a month's file: the days with their sums, and then the breaches. */
export function useSheetRows(): (month: DriverMonth) => Rows {
  const { t } = useTranslation('hours');
  const cells = useSheetValues();
  const format = useFormat();
  return ({ content, sheet }) => {
    const { days, breaches } = content;
    return [
      [t('hours:day.date'), ...DAY_COLUMNS.map((name) => t(`hours:day.${name}`))],
      ...days.map((day) => [format.day(day.date), ...DAY_COLUMNS.map((name) => cells.duration(day[name]))]),
      [t('hours:day.sum'), ...DAY_COLUMNS.map((name) => cells.duration(sumOf(days, name)))],
      [],
      [
        t('hours:breaches.label'),
        t('hours:finding.at'),
        t('hours:finding.limit'),
        t('hours:finding.measured'),
        t('hours:finding.by'),
        t('hours:finding.source'),
      ],
      ...breaches.map(({ rule, at, requiredMs, actualMs, byMs, source }) => [
        t(`hours:rule.${kindOfRule(rule) ?? 'other'}`),
        cells.instant(new Date(at).toISOString()),
        cells.duration(requiredMs),
        cells.duration(actualMs),
        cells.duration(byMs),
        source,
      ]),
      [],
      [
        sheet.signature === null
          ? t('hours:sign.isOpen')
          : t('hours:sign.isSigned', {
              name: sheet.signature.name,
              when: format.dateTime(Date.parse(sheet.signature.at)),
            }),
        sheet.hash,
      ],
    ];
  };
}
