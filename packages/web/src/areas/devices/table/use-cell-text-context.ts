import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useSeenFences } from '../../../kernel/queries/use-geofences.ts';
import { useSignedIn } from '../../../kernel/services.tsx';
import type { FleetNames } from '../../../live/fleet.ts';
import { deviceAttributeName } from '../panel/device-attribute-text.ts';
import type { CellTextContext } from './cell-text.ts';
import { fenceNames, NO_FENCES } from '../list/fence-names.ts';
import { attributeOf, isNamed, type ColumnId } from './columns.ts';

/** Context for the text of cells: made once for the table. */
export function useCellTextContext(names: FleetNames, hasFences: boolean): CellTextContext {
  const { t } = useTranslation(['devices', 'attributes']);
  const format = useFormat();
  const { brand } = useSignedIn().branding;
  const { data: fences = NO_FENCES } = useSeenFences({ isEnabled: hasFences, select: fenceNames });
  return useMemo(() => ({ t, format, brand, names, fences }), [t, format, brand, names, fences]);
}

/** Returns the name of a column. */
export function useColumnName(): (id: ColumnId) => string {
  const { t } = useTranslation(['devicetable', 'devices', 'attributes']);
  const { brand } = useSignedIn().branding;
  return (id) =>
    isNamed(id) ? t(`devicetable:column.${id}`) : deviceAttributeName(attributeOf(id) ?? '', { t, brand });
}
