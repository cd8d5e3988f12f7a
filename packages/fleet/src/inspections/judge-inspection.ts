import { DEFECT_SEVERITIES, type ChecklistItem, type DefectSeverity } from './checklist.ts';
import type { InspectionAnswer, InspectionResult } from './inspection.ts';

/** Mistakes of an answer: nothing is there, its question is not, or it is there twice. */
export const ANSWER_PROBLEMS = ['missing', 'unknown', 'twice'] as const;
export interface AnswerProblem {
  readonly itemId: number;
  readonly problem: (typeof ANSWER_PROBLEMS)[number];
}
export interface Finding {
  readonly item: ChecklistItem;
  readonly answer: InspectionAnswer;
  /** Null = in order. */
  readonly defect: DefectSeverity | null;
}
export interface JudgedInspection {
  /** Nothing is stored while there is one. */
  readonly problems: readonly AnswerProblem[];
  /** In the order of the questions. */
  readonly findings: readonly Finding[];
  readonly result: InspectionResult;
}

const noAnswer = (itemId: number): InspectionAnswer => ({
  itemId,
  isOk: null,
  value: null,
  text: '',
  note: '',
  pictures: [],
});

/** Whether a question has an answer of its kind. */
export function isAnswered({ kind }: ChecklistItem, answer: InspectionAnswer): boolean {
  switch (kind) {
    case 'yesNo':
      return answer.isOk !== null;
    case 'number':
      return answer.value !== null;
    case 'text':
      return answer.text !== '';
    case 'photo':
    case 'signature':
      return answer.pictures.length > 0;
  }
}
/** Severity of the defect that an answer is; null = none. */
export function defectIn(
  { kind, severity, min, max }: ChecklistItem,
  { isOk, value }: Pick<InspectionAnswer, 'isOk' | 'value'>,
): DefectSeverity | null {
  if (kind === 'yesNo') return isOk === false ? severity : null;
  if (kind !== 'number' || value === null) return null;
  return (min !== null && value < min) || (max !== null && value > max) ? severity : null;
}

/** Judges answers by the questions as they were asked. */
export function judgeInspection(
  items: readonly ChecklistItem[],
  answers: readonly InspectionAnswer[],
): JudgedInspection {
  const known = new Set(items.map(({ id }) => id));
  const byItem = new Map<number, InspectionAnswer>();
  const problems: AnswerProblem[] = [];
  for (const answer of answers) {
    const { itemId } = answer;
    if (!known.has(itemId)) problems.push({ itemId, problem: 'unknown' });
    else if (byItem.has(itemId)) problems.push({ itemId, problem: 'twice' });
    else byItem.set(itemId, answer);
  }
  const findings = items.map((item) => {
    const answer = byItem.get(item.id) ?? noAnswer(item.id);
    if (item.isRequired && !isAnswered(item, answer)) problems.push({ itemId: item.id, problem: 'missing' });
    return { item, answer, defect: defectIn(item, answer) };
  });
  return { problems, findings, result: gravest(findings) };
}
function gravest(findings: readonly Finding[]): InspectionResult {
  const found = DEFECT_SEVERITIES.toReversed().find((each) => findings.some(({ defect }) => defect === each));
  return found ?? 'clean';
}
