import { useMemo } from 'react';
import { fenceColor } from '../areas/geofences/fence-list.ts';
import { useSeenFences } from '../areas/geofences/use-geofences.ts';
import type { FenceShape } from './doors.ts';
import { useMapDrawing } from './map-drawing.tsx';

const NONE: readonly FenceShape[] = [];

/** The geofences on the map: the saved ones, with what a panel is changing in place of its own. */
export function useFenceShapes(): readonly FenceShape[] {
  const { data } = useSeenFences({});
  const { draft } = useMapDrawing();
  const saved = useMemo(
    () =>
      data?.map((fence) => ({
        id: fence.id,
        name: fence.name,
        area: fence.area,
        color: fenceColor(fence),
      })) ?? NONE,
    [data],
  );
  return useMemo(
    () => (draft === null ? saved : [...saved.filter(({ id }) => id !== draft.id), draft]),
    [saved, draft],
  );
}
