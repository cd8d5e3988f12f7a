import { distanceIn, metresFrom } from '@rastro/fleet';
import { costPer, type CostReport, type CostReportBy } from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { numberFigure, type RowCell } from '../../ui/sheets/sheet-value.ts';

type Figures = CostReport<string>['total'];

/** Cells of a report, the same ones on screen, on paper and in files. */
export function useReportCells(by: CostReportBy) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const values = useSheetValues();
  const { distanceUnit: unit } = useDisplayChoices();
  const distance = (metres: number | null): RowCell =>
    metres === null
      ? t('costs:months.unknown')
      : { text: format.distance(metres), figure: numberFigure(distanceIn(metres, unit), 2) };
  const rate = (cents: number, metres: number | null): RowCell => {
    if (metres === null) return t('costs:months.unknown');
    const per = costPer(cents, metres / metresFrom(1, unit));
    return per === null ? '–' : values.money(Math.round(per));
  };
  return {
    titles: [
      t(`costs:report.each.${by}`),
      t('costs:report.distance', { unit }),
      t('costs:report.running'),
      t('costs:report.full'),
      t('costs:report.runningRate', { unit }),
      t('costs:report.fullRate', { unit }),
    ],
    cellsOf: (name: string, { runningCents, cents, metres }: Figures): readonly RowCell[] => [
      name,
      distance(metres),
      values.money(runningCents),
      values.money(cents),
      rate(runningCents, metres),
      rate(cents, metres),
    ],
  };
}
