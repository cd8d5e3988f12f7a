import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useGroupAreas } from '../kernel/fleet/fleet-context.tsx';
import type { GroupShape } from '../kernel/map/entry-points.ts';
import { useGroupNames } from '../kernel/queries/use-group-names.ts';

/** Areas of the groups of the vehicles on the map, each with its name and number of vehicles there. */
export function useGroupShapes(isWanted: boolean): readonly GroupShape[] {
  const { i18n } = useTranslation();
  const names = useGroupNames(isWanted);
  const areas = useGroupAreas(isWanted);
  return useMemo(
    () =>
      // A group that the user may not see can have vehicles that they may see: these appear without it.
      [...areas].flatMap(([id, area]) => {
        const name = names.get(id);
        const count = area.count.toLocaleString(i18n.language);
        return name === undefined ? [] : [{ id, text: `${name} · ${count}`, area }];
      }),
    [areas, names, i18n.language],
  );
}

/** Filters list and map by a group; the group that filters them lets go of them. */
export function useGroupPick(): (id: number) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (id) => {
      // Next to the list its other filters stay; elsewhere they are not visible and would surprise.
      const next = new URLSearchParams(pathname === '/devices' ? search : '');
      if (next.get('group') === String(id)) next.delete('group');
      else next.set('group', String(id));
      void navigate({ pathname: '/devices', search: next.toString() });
    },
    [navigate, pathname, search],
  );
}
