const POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type CompassPoint = (typeof POINTS)[number];

/** The nearest of eight directions. @param course Degrees clockwise from north, any turn. */
export function compassPoint(course: number): CompassPoint {
  const eighth = Math.round((((course % 360) + 360) % 360) / 45) % 8;
  return POINTS[eighth] ?? 'n';
}
