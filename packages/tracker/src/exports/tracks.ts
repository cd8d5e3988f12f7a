import { escapeXml, xmlDecimal } from '@rastro/base';
import { Zip, ZipDeflate, strToU8 } from 'fflate';
import type { StoredPosition } from '@rastro/storage';
import { isNowhere } from '../pending-records/pending-record.ts';

/** A track goes from place to place, as on the history screen; what had no fix is in the CSV. */
const isSomewhere = (position: StoredPosition): boolean => !isNowhere(position);

type Pages = AsyncIterable<readonly StoredPosition[]>;
export interface Track {
  readonly deviceName: string;
  readonly from: number;
  readonly to: number;
  /** Formats an instant. */
  readonly time: (instant: number) => string;
}

/** @source docs/reference/tracking-api.md §3.9 */
export async function* kmlOf(pages: Pages, { deviceName, from, to, time }: Track): AsyncGenerator<string> {
  const minute = (instant: number): string => time(instant).slice(0, 16);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>';
  yield `<name>${escapeXml(deviceName)}</name><Placemark><name>${minute(from)} - ${minute(to)}</name>`;
  yield '<LineString><extrude>1</extrude><tessellate>1</tessellate>';
  yield '<altitudeMode>absolute</altitudeMode><coordinates>';
  let separator = '';
  for await (const page of pages) {
    let piece = '';
    for (const { longitude, latitude, altitude } of page.filter(isSomewhere)) {
      piece += `${separator}${longitude.toFixed(6)},${latitude.toFixed(6)},${altitude.toFixed(6)}`;
      separator = ' ';
    }
    yield piece;
  }
  yield '</coordinates></LineString></Placemark></Document></kml>\n';
}

/** A zip file with the KML as `doc.kml`. */
export async function* kmzOf(pages: Pages, track: Track): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const file = new ZipDeflate('doc.kml', { level: 6 });
  zip.add(file);
  for await (const piece of kmlOf(pages, track)) {
    file.push(strToU8(piece));
    yield* ready;
    ready = [];
  }
  file.push(new Uint8Array(0), true);
  zip.end();
  yield* ready;
}

/** GPX 1.1, with its name space, so that programs other than the tracking server's own read it. */
export async function* gpxOf(
  pages: Pages,
  { deviceName }: Pick<Track, 'deviceName'>,
): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Rastro">';
  yield `<trk><name>${escapeXml(deviceName)}</name><trkseg>`;
  for await (const page of pages) {
    let piece = '';
    for (const p of page.filter(isSomewhere)) {
      piece += `<trkpt lat="${xmlDecimal(p.latitude)}" lon="${xmlDecimal(p.longitude)}">`;
      piece += `<ele>${xmlDecimal(p.altitude)}</ele>`;
      piece += `<time>${new Date(p.fixTime).toISOString()}</time></trkpt>`;
    }
    yield piece;
  }
  yield '</trkseg></trk></gpx>\n';
}
