import { useMemo } from 'react';
import { fenceColor } from '../areas/geofences/fence-list.ts';
import { useSeenFences } from '../kernel/queries/use-geofences.ts';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import { useInside } from '../kernel/fleet/fleet-context.tsx';
import type { FenceShape } from '../kernel/map/entry-points.ts';
import { useMapDrawing } from '../kernel/map/map-drawing.tsx';
import { useFencesHidden } from '../kernel/map/use-fences-hidden.ts';

const NONE: readonly FenceShape[] = [];

/**
 * The geofences on the map: the saved ones, with the one that a panel edits in place of its saved version.
 * @param hasCounts Whether each shows how many vehicles are inside.
 */
export function useFenceShapes(hasCounts: boolean): readonly FenceShape[] {
  const { data } = useSeenFences({});
  const { draft } = useMapDrawing();
  const [isHidden] = useFencesHidden();
  const openId = Number(useMatch('/geofence/:fenceId')?.params.fenceId);
  const { i18n } = useTranslation();
  const inside = useInside(hasCounts);
  const saved = useMemo(
    () =>
      // The one whose form is open is shown all the same.
      data
        ?.filter(({ id }) => !isHidden || id === openId)
        .map((fence) => ({
          id: fence.id,
          name: fence.name,
          area: fence.area,
          color: fenceColor(fence),
          ...(hasCounts && { note: (inside.get(fence.id) ?? 0).toLocaleString(i18n.language) }),
        })) ?? NONE,
    [data, isHidden, openId, hasCounts, inside, i18n.language],
  );
  return useMemo(
    () => (draft === null ? saved : [...saved.filter(({ id }) => id !== draft.id), draft]),
    [saved, draft],
  );
}
