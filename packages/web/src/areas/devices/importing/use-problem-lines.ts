import type { ApiFailure } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { fieldOf } from '../fields/device-fields.ts';
import { useFieldLabel } from '../fields/field-input.tsx';
import type { ImportRow, WrongRow } from './plan-import.ts';

/** One line of the list of what did not work, in words. */
export interface ProblemLine {
  readonly row: number;
  readonly name: string;
  readonly uniqueId: string;
  /** Empty = the row as a whole. */
  readonly column: string;
  readonly reason: string;
}

export function useProblemLines() {
  const { t, i18n } = useTranslation(['deviceimport', 'deviceform']);
  const failureText = useFailureText();
  const labelOf = useFieldLabel();
  const ofRow = ({ row, after }: ImportRow, reason: string): ProblemLine => ({
    row,
    name: after.name,
    uniqueId: after.uniqueId,
    column: '',
    reason,
  });
  return {
    ofWrongRow: ({ row, name, uniqueId, field, problem }: WrongRow): ProblemLine => ({
      row,
      name,
      uniqueId,
      column: field === null ? '' : labelOf(fieldOf(field)),
      reason: i18n.exists(`deviceimport:problem.${problem}`)
        ? t(`deviceimport:problem.${problem as 'duplicate'}`)
        : t(`deviceform:problem.${problem as 'required'}`),
    }),
    ofFailure: ({ item, failure }: { readonly item: ImportRow; readonly failure: ApiFailure }): ProblemLine =>
      ofRow(item, failureText(failure)),
    ofUntried: (row: ImportRow): ProblemLine => ofRow(row, t('deviceimport:untriedText')),
  };
}
