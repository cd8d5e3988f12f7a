import { isAnchor, type Geofence } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useSeenFences } from '../../../kernel/queries/use-geofences.ts';
import { useSignedIn } from '../../../kernel/services.tsx';
import type { FleetNames } from '../../../live/fleet.ts';
import { deviceAttributeName } from '../device-attribute-text.ts';
import type { CellWords } from './cell-text.ts';
import { attributeOf, isNamed, type ColumnId } from './columns.ts';

const NO_FENCES: ReadonlyMap<number, string> = new Map();
const fenceNames = (fences: readonly Geofence[]): ReadonlyMap<number, string> =>
  new Map(fences.filter((fence) => !isAnchor(fence)).map(({ id, name }) => [id, name]));

/** How cells are told: made once for the table. */
export function useCellWords(names: FleetNames, hasFences: boolean): CellWords {
  const { t } = useTranslation(['devices', 'attributes']);
  const format = useFormat();
  const { brand } = useSignedIn().branding;
  const { data: fences = NO_FENCES } = useSeenFences({ isEnabled: hasFences, select: fenceNames });
  return useMemo(() => ({ t, format, brand, names, fences }), [t, format, brand, names, fences]);
}

/** What columns are called. */
export function useColumnName(): (id: ColumnId) => string {
  const { t } = useTranslation(['devicetable', 'devices', 'attributes']);
  const { brand } = useSignedIn().branding;
  return (id) =>
    isNamed(id) ? t(`devicetable:column.${id}`) : deviceAttributeName(attributeOf(id) ?? '', { t, brand });
}
