/** Vehicles that a list is about, as an address names them: these, and those of these groups and below. */
export interface ChosenVehicles {
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
}
export const NONE_CHOSEN: ChosenVehicles = { deviceIds: [], groupIds: [] };

/** Both empty = the list is about all vehicles. */
export const readChosen = (search: URLSearchParams): ChosenVehicles => ({
  deviceIds: idsIn(search, 'devices'),
  groupIds: idsIn(search, 'groups'),
});

/** Changes an address; nothing chosen leaves no trace. */
export function writeChosen(
  search: URLSearchParams,
  { deviceIds, groupIds }: ChosenVehicles,
): URLSearchParams {
  for (const [name, ids] of [
    ['devices', deviceIds],
    ['groups', groupIds],
  ] as const)
    if (ids.length === 0) search.delete(name);
    else search.set(name, ids.join(','));
  return search;
}

const idsIn = (search: URLSearchParams, name: string): readonly number[] => [
  ...new Set(
    (search.get(name) ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  ),
];
