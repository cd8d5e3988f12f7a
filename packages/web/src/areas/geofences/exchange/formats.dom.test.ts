import { formatArea, parseArea, type GeofenceArea } from '@rastro/fleet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { featureOf, fenceOfFeature, MAX_FEATURES, type FenceFeature } from './fence-feature.ts';
import { strToU8, zipSync } from 'fflate';
import { FORMATS, MAX_BYTES, readFenceFile, readFences, type FormatName } from './formats.ts';

const NAMES = Object.keys(FORMATS) as FormatName[];
const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((value) => value / 1e7);
const point = fc.record({ latitude: degrees(89), longitude: degrees(179) });
const path = (atLeast: number) =>
  fc.uniqueArray(point, {
    minLength: atLeast,
    maxLength: 12,
    selector: ({ latitude, longitude }) => `${latitude},${longitude}`,
  });
const area: fc.Arbitrary<GeofenceArea> = fc.oneof(
  fc.record({
    kind: fc.constant('circle' as const),
    centre: point,
    radiusM: fc.integer({ min: 1, max: 1_000_000 }).map((value) => value / 10),
  }),
  fc.record({ kind: fc.constant('polygon' as const), points: path(3) }),
  fc.record({ kind: fc.constant('line' as const), points: path(2) }),
);
/** A text as a server would return it: trimmed, at most 128 characters, all of them valid in XML. */
const shortText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) =>
    text
      .replaceAll(/[\p{Cc}\p{Cs}\p{Cn}\p{Co}]/gu, '')
      .trim()
      .slice(0, 128),
  )
  .filter((text) => text !== '' && text === text.trim());
const feature: fc.Arbitrary<FenceFeature> = fc.record({
  name: shortText,
  description: fc.option(shortText),
  color: fc.option(fc.constantFrom('#2f6fde', '#AA00ff')),
  area: area.map((each) => {
    const parsed = parseArea(formatArea(each));
    return parsed.ok ? parsed.value : each;
  }),
});

for (const name of NAMES) {
  test(`[WEBFENCE-26] what is written as ${name} is read again as it was`, () => {
    fc.assert(
      fc.property(fc.array(feature, { maxLength: 5 }), (features) => {
        const read = readFences(FORMATS[name].write(features));
        const ordered = name === 'gpx' ? [...features].toSorted((a, b) => order(a) - order(b)) : features;
        expect(read).toEqual(ordered.map((each) => ({ ok: true, feature: each })));
      }),
      { numRuns: 60 },
    );
  });
}
const order = ({ area: { kind } }: FenceFeature): number => (kind === 'circle' ? 0 : 1);

const PLACE = '<coordinates>-46,-23 -46,-24 -45,-24 -46,-23</coordinates>';
const RING = `<Polygon><outerBoundaryIs><LinearRing>${PLACE}</LinearRing></outerBoundaryIs></Polygon>`;
const placemark = (name: string, more = ''): string =>
  `<Placemark><name>${name}</name>${more}${RING}</Placemark>`;
const kml = (inner: string, head = '<?xml version="1.0"?>'): string =>
  `${head}<kml><Document>${inner}</Document></kml>`;
const latin1 = (text: string) => new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
const namesIn = async (file: Blob): Promise<readonly string[] | string> => {
  const read = await readFenceFile(file);
  return typeof read === 'string' ? read : read.map((each) => (each.ok ? each.feature.name : each.problem));
};

test('[WEBFENCE-60] files are read in the encoding that they declare, else as UTF-8 or as Windows writes', async () => {
  const declared = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  expect(await namesIn(latin1(kml(placemark('São João'), declared)))).toEqual(['São João']);
  const lying = '<?xml version="1.0" encoding="UTF-8"?>';
  expect(await namesIn(latin1(kml(placemark('São João'), lying)))).toEqual(['São João']);
  const json = `{"type":"Feature","properties":{"name":"Pátio"},"geometry":{"type":"Polygon","coordinates":[[[-46,-23],[-46,-24],[-45,-24],[-46,-23]]]}}`;
  expect(await namesIn(latin1(json))).toEqual(['Pátio']);
  expect(await namesIn(new Blob([json]))).toEqual(['Pátio']);
  const wide = Uint8Array.from(
    `\ufeff${kml(placemark('São João'), '<?xml version="1.0" encoding="UTF-16"?>')}`
      .split('')
      .flatMap((l) => [l.charCodeAt(0) & 255, l.charCodeAt(0) >> 8]),
  );
  expect(await namesIn(new Blob([wide]))).toEqual(['São João']);
});

test('[WEBFENCE-61] KML of Google Earth with prefixes that it does not declare, and KMZ', async () => {
  const earth = kml(placemark('Yard', '<gx:balloonVisibility>1</gx:balloonVisibility>')).replace(
    '<kml>',
    '<kml xsi:schemaLocation="http://www.opengis.net/kml/2.2 ogckml22.xsd">',
  );
  expect(await namesIn(new Blob([earth]))).toEqual(['Yard']);
  const archive = zipSync({ 'files/icon.png': strToU8('x'), 'doc.kml': strToU8(kml(placemark('Zipped'))) });
  expect(await namesIn(new Blob([archive]))).toEqual(['Zipped']);
  expect(await namesIn(new Blob([zipSync({ 'a.txt': strToU8('x') })]))).toBe('unknownFormat');
  expect(await namesIn(new Blob([archive.subarray(0, 60)]))).toBe('notWellFormed');
  const bomb = zipSync({ 'doc.kml': new Uint8Array(MAX_BYTES + 1) });
  expect(await namesIn(new Blob([bomb]))).toBe('tooLarge');
});

test('[WEBFENCE-26] a fence becomes a feature and a new fence with the same area and colour', () => {
  const fence = {
    id: 4,
    name: 'Depot',
    description: null,
    area: 'CIRCLE (-23.5 -46.6, 150)',
    calendarId: 9,
    attributes: { color: '#2f6fde', lockOnExit: true },
  };
  const made = featureOf(fence);
  expect(made && fenceOfFeature(made)).toEqual({
    name: 'Depot',
    description: null,
    area: fence.area,
    calendarId: 0,
    attributes: { color: '#2f6fde' },
  });
  expect(featureOf({ ...fence, area: 'nonsense' })).toBeNull();
});

const problems = (text: string): unknown => {
  const read = readFences(text);
  return typeof read === 'string'
    ? read
    : read.map((each) => (each.ok ? each.feature.area.kind : each.problem));
};
const geo = (...geometries: object[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties: { name: 'x' }, geometry })),
  });

test('[WEBFENCE-27] each feature that cannot be taken says why, and the others are taken', () => {
  const ring = [
    [0, 0],
    [0, 1],
    [1, 1],
    [0, 0],
  ];
  const many = Array.from({ length: 4001 }, (_, at) => [at / 100, 1]);
  expect(
    problems(
      geo(
        { type: 'Point', coordinates: [1, 2] },
        { type: 'Polygon', coordinates: [ring, ring] },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [0, 95],
              [1, 1],
            ],
          ],
        },
        {
          type: 'LineString',
          coordinates: [
            [0, 'x'],
            [1, 1],
          ],
        },
        { type: 'LineString', coordinates: many },
        { type: 'Sphere' },
        { type: 'MultiPolygon', coordinates: [[ring], [ring]] },
        {
          type: 'GeometryCollection',
          geometries: [
            {
              type: 'LineString',
              coordinates: [
                [0, 0],
                [1, 1],
              ],
            },
          ],
        },
      ),
    ),
  ).toEqual([
    'noRadius',
    'hasHoles',
    'badPoints',
    'badPoints',
    'tooManyPoints',
    'unknownShape',
    'polygon',
    'polygon',
    'line',
  ]);
});

test('[WEBFENCE-27] files of others are read: Google Earth, a hiking watch', () => {
  const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>
    <Placemark><name>Yard &amp; gate</name><description><![CDATA[<b>big</b>]]></description><Polygon><outerBoundaryIs><LinearRing>
    <coordinates> -46.6,-23.5,0 -46.5,-23.5,0
      -46.5,-23.4,0 -46.6,-23.5,0 </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
    <Placemark><name>Pin</name><Point><coordinates>-46.6,-23.5</coordinates></Point></Placemark></Folder></Document></kml>`;
  const read = readFences(kml);
  expect(read[0]).toMatchObject({ ok: true, feature: { name: 'Yard & gate', description: '<b>big</b>' } });
  expect(problems(kml)).toEqual(['polygon', 'noRadius']);
  const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/0"><rte><name>Way</name><rtept lat="1" lon="2"/><rtept lat="1.5" lon="2"/></rte>
    <trk><trkseg><trkpt lat="" lon="2"/></trkseg></trk></gpx>`;
  expect(problems(gpx)).toEqual(['badPoints', 'line']);
});

test('[WEBFENCE-28] a file with a document type, too large, broken or of another kind is rejected whole', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><kml>&b;</kml>`;
  expect(readFences(bomb)).toBe('dangerous');
  expect(readFences('<kml><Placemark></kml>')).toBe('notWellFormed');
  expect(readFences('<html/>')).toBe('unknownFormat');
  expect(readFences('hello')).toBe('unknownFormat');
  expect(readFences('[1,2]')).toBe('unknownFormat');
  expect(readFences(' '.repeat(MAX_BYTES + 1))).toBe('tooLarge');
  const point = { type: 'Point', coordinates: [1, 2] };
  expect(readFences(geo(...Array.from({ length: MAX_FEATURES + 1 }, () => point)))).toBe('tooManyFeatures');
});
