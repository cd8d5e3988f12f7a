import { MOST_FEATURES, type FenceFeature, type FileProblem, type ReadFeature } from './fence-feature.ts';
import { readGeoJson, writeGeoJson } from './geojson.ts';
import { readGpx, writeGpx } from './gpx.ts';
import { readKml, writeKml } from './kml.ts';
import { parseXml } from './xml.ts';

/** @source SPEC: what other programs draw areas with. */
export const FORMATS = {
  kml: { type: 'application/vnd.google-earth.kml+xml', write: writeKml },
  gpx: { type: 'application/gpx+xml', write: writeGpx },
  geojson: { type: 'application/geo+json', write: writeGeoJson },
} as const satisfies Record<string, { type: string; write: (features: readonly FenceFeature[]) => string }>;
export type FormatName = keyof typeof FORMATS;

/** Largest file that is read at all. */
export const MOST_BYTES = 10_000_000;

/** Reads a file by what is in it, not by its name. */
export function readFences(text: string): readonly ReadFeature[] | FileProblem {
  if (text.length > MOST_BYTES) return 'tooLarge';
  const body = text.replace(/^\uFEFF/, '').trimStart();
  const read = body.startsWith('<') ? readXml(body) : (readGeoJson(body) ?? 'unknownFormat');
  if (typeof read === 'string') return read;
  return read.length > MOST_FEATURES ? 'tooManyFeatures' : read;
}

function readXml(text: string): readonly ReadFeature[] | FileProblem {
  const document = parseXml(text);
  if (typeof document === 'string') return document;
  const root = document.documentElement.localName;
  if (root === 'kml') return readKml(document);
  return root === 'gpx' ? readGpx(document) : 'unknownFormat';
}
