import { AREA_BASES, bitOf, encodeRights, hasBit, RIGHTS, type Area, type Right } from '@rastro/fleet';

export const PRESETS = ['all', 'operator', 'look', 'none'] as const;
export type Preset = (typeof PRESETS)[number];

/** The rights that a text of 32 hexadecimal digits grants. */
export const rightsIn = (perms: unknown): ReadonlySet<Right> =>
  new Set(RIGHTS.filter((right) => hasBit(perms, bitOf(right))));

type GivenArea = Exclude<Area, 'general'>;
/**
 * The rights of each area, in the order of their bits. Without those of `general`: whether a user sells is an attribute
 * of theirs and chosen there, its two bits grant nothing.
 */
export const RIGHTS_BY_AREA: readonly (readonly [GivenArea, readonly Right[]])[] = Object.keys(AREA_BASES)
  .filter((name): name is GivenArea => name in AREA_BASES && name !== 'general')
  .map((area) => [area, RIGHTS.filter((right) => right.startsWith(`${area}.`))] as const);

/** Rights on offer: only those that the editor can give. @param isOffered Can be given, or is held already. */
export const offeredRights = (isOffered: (right: Right) => boolean): typeof RIGHTS_BY_AREA =>
  RIGHTS_BY_AREA.flatMap(([area, rights]) => {
    const offered = rights.filter(isOffered);
    return offered.length === 0 ? [] : [[area, offered] as const];
  });

export const actionOf = (right: Right): string => right.slice(right.indexOf('.') + 1);

const OPERATES: readonly Right[] = [
  'devices.lock',
  'devices.unlock',
  'devices.sendCommand',
  'anchor.toggle',
  'reports.export',
  'users.selfEdit',
];

function wantedBy(preset: Preset): readonly Right[] {
  if (preset === 'none') return [];
  const viewRights = RIGHTS.filter((right) => actionOf(right) === 'view' && !right.startsWith('users.'));
  if (preset === 'look') return viewRights;
  return preset === 'operator'
    ? [...viewRights, ...OPERATES]
    : RIGHTS.filter((right) => !right.startsWith('general.'));
}

/** The wanted rights that the editor may give. @param mayGive Of a right. */
export const givenRights = (wanted: Iterable<Right>, mayGive: (right: Right) => boolean): string =>
  encodeRights([...wanted].filter(mayGive));
export const presetRights = (preset: Preset, mayGive: (right: Right) => boolean): string =>
  givenRights(wantedBy(preset), mayGive);
