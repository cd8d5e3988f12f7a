import { useMemo } from 'react';
import { fenceColor } from '../areas/geofences/fence-list.ts';
import { useSeenFences } from '../kernel/queries/use-geofences.ts';
import { useMatch } from 'react-router';
import type { FenceShape } from '../kernel/map/doors.ts';
import { useMapDrawing } from '../kernel/map/map-drawing.tsx';
import { useFencesHidden } from '../kernel/map/use-fences-hidden.ts';

const NONE: readonly FenceShape[] = [];

/** The geofences on the map: the saved ones, with what a panel is changing in place of its own. */
export function useFenceShapes(): readonly FenceShape[] {
  const { data } = useSeenFences({});
  const { draft } = useMapDrawing();
  const [isHidden] = useFencesHidden();
  const openId = Number(useMatch('/geofence/:fenceId')?.params.fenceId);
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
        })) ?? NONE,
    [data, isHidden, openId],
  );
  return useMemo(
    () => (draft === null ? saved : [...saved.filter(({ id }) => id !== draft.id), draft]),
    [saved, draft],
  );
}
