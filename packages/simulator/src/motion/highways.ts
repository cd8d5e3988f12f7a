import type { LatLng } from '@rastro/fleet';

const waypoints = (...places: readonly (readonly [number, number])[]): readonly LatLng[] =>
  places.map(([latitude, longitude]) => ({ latitude, longitude }));

/**
 * Where long roads and a railway run, about: places written down by hand some kilometers apart, with curves laid
 * through them. Right for a map of a region, not for one of a street.
 */
export const HIGHWAYS = {
  /** São Paulo to Campinas, the Bandeirantes. */
  bandeirantes: waypoints(
    [-23.5098, -46.7325],
    [-23.4702, -46.7553],
    [-23.4265, -46.7892],
    [-23.3697, -46.8214],
    [-23.2985, -46.8502],
    [-23.2221, -46.9085],
    [-23.1502, -46.9512],
    [-23.0903, -46.9931],
    [-23.0317, -47.0402],
    [-22.9764, -47.1003],
    [-22.9402, -47.1208],
  ),
  /** Curitiba to Ponta Grossa, BR-277 and BR-376. */
  camposGerais: waypoints(
    [-25.4312, -49.3502],
    [-25.4441, -49.4204],
    [-25.4562, -49.5218],
    [-25.4403, -49.6297],
    [-25.4618, -49.7103],
    [-25.4104, -49.7902],
    [-25.3497, -49.8812],
    [-25.2703, -49.9705],
    [-25.1904, -50.0518],
    [-25.1306, -50.1204],
  ),
  /** Belo Horizonte to Sete Lagoas, BR-040. */
  seteLagoas: waypoints(
    [-19.9304, -44.0203],
    [-19.8897, -44.0512],
    [-19.8201, -44.1003],
    [-19.7402, -44.1497],
    [-19.6498, -44.1885],
    [-19.5602, -44.2206],
    [-19.4903, -44.2404],
  ),
  /** The railway from Ponta Grossa down to Curitiba. */
  paranaRailway: waypoints(
    [-25.1205, -50.1603],
    [-25.2102, -50.0304],
    [-25.3598, -49.9103],
    [-25.4797, -49.7908],
    [-25.5602, -49.6304],
    [-25.5204, -49.4602],
    [-25.4403, -49.3104],
  ),
} as const;
