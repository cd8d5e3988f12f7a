import type { Feature, FeatureCollection, LineString } from 'geojson';
import type { MapBounds } from '../../live/map-feed.ts';

/** Degrees between lines: the first that gives at most this many across the view. */
const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005] as const;
const MAX_LINES = 9;
const EDGE = 85;

/**
 * Meridians and parallels for a view, with a margin, so that empty land still shows its scale.
 * `label` is the degrees of a line as `language` writes them.
 */
export function graticule(
  { west, south, east, north }: MapBounds,
  language: string,
): FeatureCollection<LineString> {
  const width = east - west;
  const step = STEPS.findLast((degrees) => width / degrees <= MAX_LINES) ?? STEPS[0];
  const features: Feature<LineString>[] = [];
  const from = { x: Math.floor((west - width / 2) / step), y: Math.floor((south - width / 2) / step) };
  const to = { x: Math.ceil((east + width / 2) / step), y: Math.ceil((north + width / 2) / step) };
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const degrees = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const line = (at: number, ...coordinates: [number, number][]): void => {
    const label = `${degrees.format(at)}°`;
    features.push({ type: 'Feature', properties: { label }, geometry: { type: 'LineString', coordinates } });
  };
  for (let at = from.x; at <= to.x; at++) {
    line(
      wrapped(at * step),
      [at * step, Math.max(-EDGE, from.y * step)],
      [at * step, Math.min(EDGE, to.y * step)],
    );
  }
  for (let at = from.y; at <= to.y; at++) {
    if (Math.abs(at * step) < EDGE) line(at * step, [from.x * step, at * step], [to.x * step, at * step]);
  }
  return { type: 'FeatureCollection', features };
}

/** Degrees of a meridian on any copy of the world, -180 to 180; never minus zero. */
const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180 + 0;
