import { FIELD_LIMITS, type Language } from '@rastro/fleet';
import {
  defectIn,
  isAnswered,
  type ChecklistItem,
  type DefectSeverity,
  type InspectionAnswer,
} from '@rastro/fleet/inspections';
import { readNumber } from '../../i18n/number-text.ts';
import type { Photo } from '../pictures/photo-field.tsx';

/** An answer as it is given. */
export interface AnswerValue {
  readonly isOk: boolean | null;
  readonly value: string;
  readonly text: string;
  readonly note: string;
  readonly photos: readonly Photo[];
  readonly signature: Photo | null;
}
export type AnswerValues = ReadonlyMap<number, AnswerValue>;
export const NO_ANSWER: AnswerValue = {
  isOk: null,
  value: '',
  text: '',
  note: '',
  photos: [],
  signature: null,
};

const picturesOf = ({ kind }: ChecklistItem, { photos, signature }: AnswerValue): readonly Photo[] =>
  kind === 'signature' ? (signature === null ? [] : [signature]) : photos;

/** An answer as it is sent. */
export function writtenAnswer(item: ChecklistItem, value: AnswerValue, language: Language): InspectionAnswer {
  return {
    itemId: item.id,
    isOk: item.kind === 'yesNo' ? value.isOk : null,
    value: item.kind === 'number' ? readNumber(value.value, language) : null,
    text: item.kind === 'text' ? value.text.trim() : '',
    note: value.note.trim(),
    pictures: picturesOf(item, value).map(({ id }) => id),
  };
}
/** Severity of the defect that an answer is; null = none. */
export const foundIn = (item: ChecklistItem, value: AnswerValue, language: Language): DefectSeverity | null =>
  defectIn(item, writtenAnswer(item, value, language));

/** Why an answer cannot be sent; null = it can. */
export function answerProblem(
  item: ChecklistItem,
  value: AnswerValue,
  language: Language,
): 'missing' | 'number' | null {
  const written = writtenAnswer(item, value, language);
  if (item.kind === 'number' && value.value.trim() !== '') {
    const isNumber = written.value !== null && Math.abs(written.value) <= FIELD_LIMITS.inspection.value;
    return isNumber ? null : 'number';
  }
  return item.isRequired && !isAnswered(item, written) ? 'missing' : null;
}

export interface WrittenAnswers {
  readonly answers: readonly InspectionAnswer[];
  readonly pictures: readonly Photo[];
}
/** Answers to all questions, with their pictures. */
export function writtenAnswers(
  items: readonly ChecklistItem[],
  values: AnswerValues,
  language: Language,
): WrittenAnswers {
  const given = items.map((item) => ({ item, value: values.get(item.id) ?? NO_ANSWER }));
  return {
    answers: given.map(({ item, value }) => writtenAnswer(item, value, language)),
    pictures: given.flatMap(({ item, value }) => picturesOf(item, value)),
  };
}
/** Why the answers cannot be sent; null = they can. */
export function answersProblem(
  items: readonly ChecklistItem[],
  values: AnswerValues,
  language: Language,
): 'incomplete' | 'tooManyPictures' | null {
  const isComplete = items.every(
    (item) => answerProblem(item, values.get(item.id) ?? NO_ANSWER, language) === null,
  );
  if (!isComplete) return 'incomplete';
  const { pictures } = writtenAnswers(items, values, language);
  return pictures.length > FIELD_LIMITS.inspection.pictures ? 'tooManyPictures' : null;
}
