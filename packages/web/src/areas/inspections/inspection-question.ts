import {
  DEFECT_STATES,
  INSPECTION_RESULTS,
  SIGNED_STATES,
  UNREPAIRED_STATES,
  type DefectState,
  type InspectionResult,
} from '@rastro/fleet/inspections';
import type { DefectQuestion, InspectionQuestion, MissedQuestion } from '@rastro/tracking-client';

export const INSPECTION_TABS = ['inspections', 'defects', 'missed', 'checklists'] as const;
export type InspectionTab = (typeof INSPECTION_TABS)[number];
export const INSPECTION_SORTS = ['time', 'vehicle'] as const;
/** Which defects are shown: those that are not over, all, or those of one state. */
export const SHOWN_DEFECTS = ['going', 'all', ...DEFECT_STATES] as const;
export type ShownDefects = (typeof SHOWN_DEFECTS)[number];

/** Query of the address. */
export interface InspectionView {
  readonly tab: InspectionTab;
  readonly text: string;
  /** Null = any. */
  readonly result: InspectionResult | null;
  readonly shown: ShownDefects;
  /** 0 = of any. */
  readonly deviceId: number;
  /** Defect that is open; 0 = none. */
  readonly defectId: number;
  readonly sort: (typeof INSPECTION_SORTS)[number];
  readonly isUp: boolean;
}
/** A view of the area, with its part of the address. */
export interface InspectionViewProps {
  readonly view: InspectionView;
  /** Writes parts of the address; empty = away with it. */
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
}

export const readInspectionView = (search: URLSearchParams): InspectionView => ({
  tab: INSPECTION_TABS.find((tab) => tab === search.get('tab')) ?? 'inspections',
  text: search.get('q') ?? '',
  result: INSPECTION_RESULTS.find((each) => each === search.get('result')) ?? null,
  shown: SHOWN_DEFECTS.find((each) => each === search.get('state')) ?? 'going',
  deviceId: numberIn(search.get('device')),
  defectId: numberIn(search.get('defect')),
  sort: INSPECTION_SORTS.find((sort) => sort === search.get('sort')) ?? 'time',
  isUp: search.get('order') === 'up',
});
export const numberIn = (text: string | null): number =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0;

export const isNarrowed = ({ text, result, shown, deviceId, tab }: InspectionView): boolean =>
  text !== '' || deviceId > 0 || (tab === 'defects' ? shown !== 'going' : result !== null);

export const statesOf = (shown: ShownDefects): readonly DefectState[] =>
  shown === 'all' ? [] : shown === 'going' ? [...UNREPAIRED_STATES, ...SIGNED_STATES] : [shown];

/** Part of the question that all these lists have. Times begin with the newest, names with A. */
function asked({ text, deviceId, sort, isUp }: InspectionView) {
  const isDown = sort === 'time' ? !isUp : isUp;
  return {
    sort,
    ...(isDown && { descending: true }),
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(deviceId > 0 && { deviceId: [deviceId] }),
  };
}
export const askedInspections = (view: InspectionView): InspectionQuestion => ({
  ...asked(view),
  ...(view.result !== null && { result: [view.result] }),
});
export const askedDefects = (view: InspectionView): DefectQuestion => ({
  ...asked(view),
  state: statesOf(view.shown),
});
export const askedMissed = (view: InspectionView): MissedQuestion => asked(view);
