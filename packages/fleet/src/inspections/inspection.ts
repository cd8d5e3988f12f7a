import type { ChecklistItem, DefectSeverity, InspectionPhase } from './checklist.ts';

/** Result of an inspection, by its gravest defect. */
export const INSPECTION_RESULTS = ['clean', 'minor', 'major', 'unsafe'] as const;
export type InspectionResult = (typeof INSPECTION_RESULTS)[number];

/** An answer. The members that are not of the kind of its question are empty. */
export interface InspectionAnswer {
  readonly itemId: number;
  /** Of yes and no; null = not answered. */
  readonly isOk: boolean | null;
  /** Of a number. */
  readonly value: number | null;
  readonly text: string;
  /** More about a defect. */
  readonly note: string;
  /** Photos or the signature, by the ids under which they come. */
  readonly pictures: readonly string[];
}
/** A driver's word on a defect that was repaired. */
export interface DefectConfirmation {
  readonly defectId: number;
  readonly isConfirmed: boolean;
  readonly note: string;
}
/** A checklist as it is filled in. Instants are ISO 8601. */
export interface InspectionContent {
  /** UUID made by whoever fills it in: the same one counts once. */
  readonly key: string;
  readonly checklistId: number;
  readonly revision: number;
  readonly deviceId: number;
  readonly phase: InspectionPhase;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Odometer as it was read; null = it was not. */
  readonly odometerKm: number | null;
  readonly note: string;
  readonly answers: readonly InspectionAnswer[];
  readonly confirmations: readonly DefectConfirmation[];
}

/** Sources of inspections. */
export const INSPECTION_SOURCES = ['driver', 'operator'] as const;
export type InspectionSource = (typeof INSPECTION_SOURCES)[number];

/** An inspection as lists have it. */
export interface Inspection {
  readonly id: number;
  readonly ownerId: number;
  readonly checklistId: number;
  readonly checklistName: string;
  readonly revision: number;
  readonly deviceId: number;
  readonly deviceName: string;
  readonly phase: InspectionPhase;
  readonly result: InspectionResult;
  readonly by: InspectionSource;
  /** Account with which it was filled in. */
  readonly userId: number;
  readonly userName: string;
  /** Identifier of the driver; '' = none. */
  readonly driverUniqueId: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** When the server learned of it. */
  readonly seenAt: string;
  readonly odometerKm: number | null;
  readonly defects: number;
}
export const PICTURE_STATES = ['awaited', 'there', 'unreadable'] as const;
export interface InspectionPicture {
  readonly id: string;
  readonly state: (typeof PICTURE_STATES)[number];
}
/** Answer with its question as it was asked. */
export interface AnsweredItem extends Omit<InspectionAnswer, 'pictures'> {
  readonly item: ChecklistItem;
  /** Null = there is no defect. */
  readonly defect: DefectSeverity | null;
  /** The defect, also one that was known before; 0 = none. */
  readonly defectId: number;
  readonly pictures: readonly InspectionPicture[];
}
export interface InspectionDetail extends Inspection {
  readonly note: string;
  readonly answers: readonly AnsweredItem[];
}
/** Inspections in pages, with the number of each result. */
export interface InspectionPage {
  readonly inspections: readonly Inspection[];
  readonly next: string | null;
  readonly counts: readonly { readonly result: InspectionResult; readonly count: number }[];
}
