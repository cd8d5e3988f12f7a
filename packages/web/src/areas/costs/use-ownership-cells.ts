import { HOUR_MS } from '@rastro/base';
import { distanceIn, metresFrom } from '@rastro/fleet';
import { costPer, type OwnershipCost } from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { numberFigure, type RowCell } from '../../ui/sheets/sheet-value.ts';

/** Cells of total costs of ownership, the same ones on screen, on paper and in files. */
export function useOwnershipCells() {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const values = useSheetValues();
  const { distanceUnit: unit } = useDisplayChoices();
  const unknown = t('costs:months.unknown');
  const rate = (cents: number, units: number | undefined): RowCell => {
    if (units === undefined) return unknown;
    const per = costPer(cents, units);
    return per === null ? '–' : values.money(Math.round(per));
  };
  return {
    titles: [
      t('costs:field.vehicle'),
      t('costs:report.distance', { unit }),
      t('costs:ownership.hours'),
      t('costs:ownership.depreciation'),
      t('costs:ownership.ledger'),
      t('costs:ownership.total'),
      t('costs:ownership.rate', { unit }),
      t('costs:ownership.hourRate'),
    ],
    cellsOf: (
      name: string,
      { use, depreciationCents, ledgerCents, totalCents }: OwnershipCost,
    ): readonly RowCell[] => [
      name,
      use === null
        ? unknown
        : { text: format.distance(use.metres), figure: numberFigure(distanceIn(use.metres, unit), 2) },
      use === null ? unknown : values.duration(use.engineMs),
      depreciationCents === null ? '–' : values.money(depreciationCents),
      values.money(ledgerCents),
      values.money(totalCents),
      rate(totalCents, use === null ? undefined : use.metres / metresFrom(1, unit)),
      rate(totalCents, use === null ? undefined : use.engineMs / HOUR_MS),
    ],
  };
}
