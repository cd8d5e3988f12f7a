/** When a checklist is filled in: before a shift begins, or after it. */
export const INSPECTION_PHASES = ['before', 'after'] as const;
export type InspectionPhase = (typeof INSPECTION_PHASES)[number];

/** Kinds of questions. Of yes and no, no is a defect; of a number, whatever lies beyond its limits. */
export const ITEM_KINDS = ['yesNo', 'number', 'photo', 'signature', 'text'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** From calm to grave: drive, drive after somebody has looked at it, do not drive. */
export const DEFECT_SEVERITIES = ['minor', 'major', 'unsafe'] as const;
export type DefectSeverity = (typeof DEFECT_SEVERITIES)[number];

export interface ChecklistItem {
  /** Within the checklist; the same question keeps its own when others come or go. */
  readonly id: number;
  readonly text: string;
  readonly kind: ItemKind;
  readonly isRequired: boolean;
  /** Of the defect that a wrong answer is. */
  readonly severity: DefectSeverity;
  /** Limits of a number, both included; null = none. */
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: string;
}

/** The part of a checklist that users write. */
export interface ChecklistContent {
  readonly name: string;
  /** Categories of vehicles that it is for; none = all. */
  readonly categories: readonly string[];
  readonly phases: readonly InspectionPhase[];
  /** An unsafe answer keeps drivers from checking in until the defect is repaired. */
  readonly blocksCheckIn: boolean;
  readonly items: readonly ChecklistItem[];
}
export interface Checklist extends ChecklistContent {
  readonly id: number;
  /** Of the stored document; a change names the version that it began from. */
  readonly version: number;
  /** Account of the company whose it is. */
  readonly ownerId: number;
  /** Counts its changes. What was filled in is judged by the revision that the phone had. */
  readonly revision: number;
  readonly changedTime: string;
}
/** Checklists in pages, by name. */
export interface ChecklistPage {
  readonly checklists: readonly Checklist[];
  readonly next: string | null;
}

/** Whether a vehicle of a category is inspected with it. */
export const isForCategory = (
  { categories }: Pick<ChecklistContent, 'categories'>,
  category: string | null,
): boolean => categories.length === 0 || categories.includes(category ?? 'default');
