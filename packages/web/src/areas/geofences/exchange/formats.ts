import { MAX_FEATURES, type FenceFeature, type FileProblem, type ReadFeature } from './fence-feature.ts';
import { readGeoJson, writeGeoJson } from './geojson.ts';
import { readGpx, writeGpx } from './gpx.ts';
import { readKml, writeKml } from './kml.ts';
import { decodeText } from '../../../ui/sheets/decode-text.ts';
import { parseXml } from './xml.ts';

/** @source SPEC: what other programs draw areas with. */
export const FORMATS = {
  kml: { type: 'application/vnd.google-earth.kml+xml', write: writeKml },
  gpx: { type: 'application/gpx+xml', write: writeGpx },
  geojson: { type: 'application/geo+json', write: writeGeoJson },
} as const satisfies Record<string, { type: string; write: (features: readonly FenceFeature[]) => string }>;
export type FormatName = keyof typeof FORMATS;

/** Largest file that is read at all. */
export const MAX_BYTES = 10_000_000;

/** Reads a chosen file; KMZ is a KML in an archive. */
export async function readFenceFile(file: Blob): Promise<readonly ReadFeature[] | FileProblem> {
  if (file.size > MAX_BYTES) return 'tooLarge';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isArchive) return readFences(decodeText(bytes));
  const { unzipSync } = await import('fflate');
  let isFirst = true;
  let isTooLarge = false;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isWanted = isFirst && name.toLowerCase().endsWith('.kml');
        if (isWanted) isFirst = false;
        if (isWanted && originalSize > MAX_BYTES) isTooLarge = true;
        return isWanted && !isTooLarge;
      },
    });
    const [kml] = Object.values(files);
    if (isTooLarge) return 'tooLarge';
    return kml === undefined ? 'unknownFormat' : readFences(decodeText(kml));
  } catch (error) {
    // The library throws plain errors for what is no archive, or a broken one.
    if (error instanceof Error) return 'notWellFormed';
    throw error;
  }
}

/** Reads a file by what is in it, not by its name. */
export function readFences(text: string): readonly ReadFeature[] | FileProblem {
  if (text.length > MAX_BYTES) return 'tooLarge';
  const body = text.replace(/^\uFEFF/, '').trimStart();
  const read = body.startsWith('<') ? readXml(body) : (readGeoJson(body) ?? 'unknownFormat');
  if (typeof read === 'string') return read;
  return read.length > MAX_FEATURES ? 'tooManyFeatures' : read;
}

function readXml(text: string): readonly ReadFeature[] | FileProblem {
  const document = parseXml(text);
  if (typeof document === 'string') return document;
  const root = document.documentElement.localName;
  if (root === 'kml') return readKml(document);
  return root === 'gpx' ? readGpx(document) : 'unknownFormat';
}
