import type { FeatureCollection, Point as PointGeometry, Polygon } from 'geojson';
import type { GroupArea } from '../../live/group-areas.ts';

/** A group as the map shows it. */
export interface GroupShape {
  readonly id: number;
  /** Its name and how many vehicles it shows. */
  readonly text: string;
  readonly area: GroupArea;
}

/** The area, and in the north of it the place of its name. */
export function groupFeatures(
  shapes: readonly GroupShape[],
): FeatureCollection<Polygon | PointGeometry, { readonly id: number }> {
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap(({ id, text, area: { count, outline } }) => {
      const corners = outline.map(([longitude, latitude]) => [longitude, latitude]);
      const top = corners.reduce((best, corner) => ((corner[1] ?? 0) > (best[1] ?? 0) ? corner : best));
      return [
        {
          type: 'Feature' as const,
          properties: { id },
          geometry: { type: 'Polygon' as const, coordinates: [corners] },
        },
        {
          type: 'Feature' as const,
          properties: { id, text, count },
          geometry: { type: 'Point' as const, coordinates: top },
        },
      ];
    }),
  };
}
