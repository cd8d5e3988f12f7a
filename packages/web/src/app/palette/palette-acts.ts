import { foldText } from '@rastro/fleet';

/** What can be done with a vehicle from anywhere: the word, then the vehicle. */
export const VEHICLE_ACTS = ['lock', 'unlock', 'follow', 'share', 'today', 'history'] as const;
export type VehicleAct = (typeof VEHICLE_ACTS)[number];

export interface NamedAct {
  readonly act: VehicleAct;
  /** In the language of the person. */
  readonly word: string;
}

/** `lock van 3` is the act and the words for the vehicle; null = it begins with no act. The longest word counts. */
export function readAct(
  text: string,
  acts: readonly NamedAct[],
): { readonly act: NamedAct; readonly rest: string } | null {
  const folded = foldText(text.trimStart());
  const act = acts
    .filter(({ word }) => folded.startsWith(`${foldText(word)} `))
    .toSorted((a, b) => b.word.length - a.word.length)[0];
  return act === undefined ? null : { act, rest: text.trimStart().slice(act.word.length).trim() };
}
