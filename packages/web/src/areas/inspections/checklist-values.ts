import type { Language } from '@rastro/fleet';
import type {
  Checklist,
  ChecklistContent,
  ChecklistItem,
  DefectSeverity,
  InspectionPhase,
  ItemKind,
} from '@rastro/fleet/inspections';
import { numberText, readNumber } from '../../i18n/number-text.ts';

/** A question as it is typed. */
export interface ItemValues {
  readonly id: number;
  readonly text: string;
  readonly kind: ItemKind;
  readonly isRequired: boolean;
  readonly severity: DefectSeverity;
  readonly min: string;
  readonly max: string;
  readonly unit: string;
}
export interface ChecklistValues {
  readonly name: string;
  readonly when: InspectionPhase | 'both';
  readonly categories: readonly string[];
  readonly blocksCheckIn: boolean;
  readonly items: readonly ItemValues[];
}
const LIMIT_DIGITS = 3;

/** A question whose number was never used in this checklist: answers to others are never taken for its own. */
export const newItem = (items: readonly ItemValues[], used: number): ItemValues => ({
  id: Math.max(used, ...items.map(({ id }) => id)) + 1,
  text: '',
  kind: 'yesNo',
  isRequired: true,
  severity: 'minor',
  min: '',
  max: '',
  unit: '',
});

export function checklistValues(checklist: Checklist | null, language: Language): ChecklistValues {
  const limit = (value: number | null): string =>
    value === null ? '' : numberText(value, language, LIMIT_DIGITS);
  const { phases = ['before'] } = checklist ?? {};
  return {
    name: checklist?.name ?? '',
    when: phases.length > 1 ? 'both' : (phases[0] ?? 'before'),
    categories: checklist?.categories ?? [],
    blocksCheckIn: checklist?.blocksCheckIn ?? false,
    items: checklist?.items.map((item) => ({ ...item, min: limit(item.min), max: limit(item.max) })) ?? [
      newItem([], 0),
    ],
  };
}

/** A limit as it is typed; null = none, NaN = it is no number. */
const limitIn = (text: string, language: Language): number | null =>
  text.trim() === '' ? null : (readNumber(text, language) ?? Number.NaN);

export type ItemProblem = 'text' | 'limit' | 'limits';
/** Why a question cannot be saved; null = it can. */
export function itemProblem({ text, kind, min, max }: ItemValues, language: Language): ItemProblem | null {
  if (text.trim() === '') return 'text';
  if (kind !== 'number') return null;
  const [low, high] = [limitIn(min, language), limitIn(max, language)];
  if (Number.isNaN(low) || Number.isNaN(high)) return 'limit';
  return low !== null && high !== null && low > high ? 'limits' : null;
}

export const writtenChecklist = (values: ChecklistValues, language: Language): ChecklistContent => ({
  name: values.name.trim(),
  phases: values.when === 'both' ? ['before', 'after'] : [values.when],
  categories: values.categories,
  blocksCheckIn: values.blocksCheckIn,
  items: values.items.map(({ id, text, kind, isRequired, severity, min, max, unit }): ChecklistItem => ({
    id,
    text: text.trim(),
    kind,
    isRequired,
    severity,
    min: kind === 'number' ? limitIn(min, language) : null,
    max: kind === 'number' ? limitIn(max, language) : null,
    unit: kind === 'number' ? unit.trim() : '',
  })),
});
