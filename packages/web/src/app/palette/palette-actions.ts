import { foldText } from '@rastro/fleet';

/** Actions for a vehicle from anywhere: the user types the action, then the vehicle. */
export const VEHICLE_ACTIONS = ['lock', 'unlock', 'follow', 'share', 'today', 'history'] as const;
export type VehicleAction = (typeof VEHICLE_ACTIONS)[number];

export interface NamedAction {
  readonly action: VehicleAction;
  /** In the language of the user. */
  readonly label: string;
}

/**
 * Splits `lock van 3` into the action and the text for the vehicle; null = it begins with no action. The longest match
 * counts.
 */
export function readAction(
  text: string,
  actions: readonly NamedAction[],
): { readonly action: NamedAction; readonly rest: string } | null {
  const folded = foldText(text.trimStart());
  const action = actions
    .filter(({ label }) => folded.startsWith(`${foldText(label)} `))
    .toSorted((a, b) => b.label.length - a.label.length)[0];
  return action === undefined ? null : { action, rest: text.trimStart().slice(action.label.length).trim() };
}
