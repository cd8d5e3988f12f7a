import { knotsFrom, speedIn, type DistanceUnit, type ReaderPreferences } from '@rastro/fleet';
import { SPEED_CLASSES, SPEED_COLOURS } from '@rastro/fleet/tracks';
import type { Paper } from '@rastro/outgoing/papers';
import type { PdfLabels } from './pdf-labels.ts';
import { scaleLength } from './scale-length.ts';
import type { MapPoint, MapTracks } from './map-tracks.ts';

export const MAP_HEIGHT = 248;
const PICTURE_HEIGHT = 230;
const PADDING = 16;
/** Metres that a degree of latitude has. */
const DEGREE_M = 111_320;
/** A parked vehicle is shown with its street, not with the error of its receiver. */
const MIN_EXTENT_M = 400;
const COLOURS = SPEED_COLOURS.light;
const LABEL = { size: 6.5, colour: '#5b6472' } as const;
const START = '#16a34a';
const END = '#1b1f27';
const STOP = '#d55e00';
const SPEED_NAMES = { kmh: 'km/h', mph: 'mph', kn: 'kn' } as const;

/** Content of the map, in the language and units of its reader. */
export interface TrackMapInput {
  readonly tracks: MapTracks;
  readonly labels: PdfLabels;
  readonly units: Pick<ReaderPreferences, 'distanceUnit' | 'speedUnit'>;
}
interface XY {
  readonly x: number;
  readonly y: number;
}
/** From degrees to points on the sheet. */
interface Projection {
  readonly at: (point: Pick<MapPoint, 'latitude' | 'longitude'>) => XY;
  readonly pointsPerMetre: number;
}
interface Place extends XY {
  readonly width: number;
}

/** The ways over a plain ground, with north, scale and legend: sharp at any size, and without anybody's map. */
export function drawTracks(paper: Paper, { tracks, labels, units }: TrackMapInput, place: Place): void {
  const { doc } = paper;
  const view = projectionOf(tracks.lines.flat(), place);
  doc.save();
  doc.rect(place.x, place.y, place.width, PICTURE_HEIGHT).fill('#f6f4ef');
  doc.rect(place.x, place.y, place.width, PICTURE_HEIGHT).clip();
  doc.lineCap('round').lineJoin('round');
  for (const line of tracks.lines) drawGaps(paper, line, view);
  for (const [kind, colour] of COLOURS.entries())
    for (const line of tracks.lines) drawClass(paper, line, { view, kind, colour });
  for (const line of tracks.lines)
    for (const point of line) if (point.isStop) dot(paper, view.at(point), 2.2, STOP);
  const [only] = tracks.lines;
  if (tracks.lines.length === 1 && only) ends(paper, only, view);
  doc.restore();
  doc.rect(place.x, place.y, place.width, PICTURE_HEIGHT).lineWidth(0.5).stroke('#c9ced6');
  north(paper, place, labels);
  scale(paper, place, { view, unit: units.distanceUnit });
  legend(paper, { tracks, labels, units }, { ...place, y: place.y + PICTURE_HEIGHT + 7 });
}

function projectionOf(points: readonly MapPoint[], { x, y, width }: Place): Projection {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { latitude, longitude } of points) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const [middleLat, middleLon] = [(south + north) / 2, (west + east) / 2];
  const shrink = Math.cos((middleLat * Math.PI) / 180);
  const wideM = Math.max((east - west) * DEGREE_M * shrink, MIN_EXTENT_M);
  const tallM = Math.max((north - south) * DEGREE_M, MIN_EXTENT_M);
  const pointsPerMetre = Math.min((width - 2 * PADDING) / wideM, (PICTURE_HEIGHT - 2 * PADDING) / tallM);
  return {
    pointsPerMetre,
    at: ({ latitude, longitude }) => ({
      x: x + width / 2 + (longitude - middleLon) * DEGREE_M * shrink * pointsPerMetre,
      y: y + PICTURE_HEIGHT / 2 - (latitude - middleLat) * DEGREE_M * pointsPerMetre,
    }),
  };
}

function classOf(speed: number): number {
  const found = SPEED_CLASSES.findIndex((max) => speed <= max);
  return found < 0 ? SPEED_CLASSES.length : found;
}

/** All that was driven at speeds of one class is one path. */
function drawClass(
  { doc }: Paper,
  line: readonly MapPoint[],
  { view, kind, colour }: { readonly view: Projection; readonly kind: number; readonly colour: string },
): void {
  let isDown = false;
  let hasAny = false;
  for (let i = 1; i < line.length; i++) {
    const [before, point] = [line[i - 1], line[i]];
    if (!before || !point) continue;
    if (point.isGap || classOf(Math.max(before.speed, point.speed)) !== kind) {
      isDown = false;
      continue;
    }
    const [from, to] = [view.at(before), view.at(point)];
    if (!isDown) doc.moveTo(from.x, from.y);
    doc.lineTo(to.x, to.y);
    isDown = true;
    hasAny = true;
  }
  if (hasAny) doc.lineWidth(1.6).stroke(colour);
}

/** Where nothing is known of the way: thin and broken. */
function drawGaps({ doc }: Paper, line: readonly MapPoint[], view: Projection): void {
  for (let i = 1; i < line.length; i++) {
    const [before, point] = [line[i - 1], line[i]];
    if (!before || !point?.isGap) continue;
    const [from, to] = [view.at(before), view.at(point)];
    doc
      .moveTo(from.x, from.y)
      .lineTo(to.x, to.y)
      .dash(2, { space: 2 })
      .lineWidth(0.6)
      .stroke('#8a8f98')
      .undash();
  }
}

function ends(paper: Paper, line: readonly MapPoint[], view: Projection): void {
  const [first, last] = [line[0], line.at(-1)];
  if (first) dot(paper, view.at(first), 4, START);
  if (last) dot(paper, view.at(last), 4, END);
}

const dot = ({ doc }: Paper, { x, y }: XY, radius: number, colour: string): void => {
  doc.circle(x, y, radius).lineWidth(0.8).fillAndStroke(colour, '#ffffff');
};

function north(paper: Paper, { x, y, width }: Place, labels: PdfLabels): void {
  const at = x + width - 16;
  paper.doc.polygon([at, y + 8], [at - 4, y + 20], [at, y + 17], [at + 4, y + 20]).fill('#1b1f27');
  paper.text(labels.north, { x: at - 6, y: y + 22, width: 12, align: 'center' }, { size: 7, weight: 'bold' });
}

/** A round length of about a sixth of the picture. */
function scale(
  paper: Paper,
  { x, y, width }: Place,
  { view: { pointsPerMetre }, unit }: { readonly view: Projection; readonly unit: DistanceUnit },
): void {
  const wanted = width / 6 / pointsPerMetre;
  const { metres, text } = scaleLength(wanted, unit);
  const long = metres * pointsPerMetre;
  const at = y + PICTURE_HEIGHT - 12;
  paper.doc
    .rect(x + 8, at - 12, long + 8, 19)
    .fillOpacity(0.8)
    .fill('#ffffff')
    .fillOpacity(1);
  paper.doc
    .moveTo(x + 12, at)
    .lineTo(x + 12, at + 3)
    .lineTo(x + 12 + long, at + 3)
    .lineTo(x + 12 + long, at);
  paper.doc.lineWidth(0.8).stroke('#1b1f27');
  paper.text(text, { x: x + 12, y: at - 8, width: long, align: 'center' }, { size: 6.5 });
}

function legend(paper: Paper, { tracks, labels, units: { speedUnit } }: TrackMapInput, at: Place): void {
  let x = at.x;
  const write = (text: string): void => {
    const width = paper.widthOf(text, LABEL) + 1;
    paper.text(text, { x, y: at.y, width }, LABEL);
    x += width + 9;
  };
  for (const [kind, colour] of COLOURS.entries()) {
    const [from = 0, to] = [SPEED_CLASSES[kind - 1], SPEED_CLASSES[kind]].map((speed) =>
      speed === undefined ? undefined : Math.round(speedIn(knotsFrom(speed, 'kmh'), speedUnit)),
    );
    paper.doc.rect(x, at.y + 1, 10, 4).fill(colour);
    x += 13;
    write(to === undefined ? `> ${from} ${SPEED_NAMES[speedUnit]}` : `${from}–${to}`);
  }
  const ends =
    tracks.lines.length === 1
      ? [
          [START, labels.start],
          [END, labels.end],
        ]
      : [];
  for (const [colour = STOP, text = labels.stop] of [...ends, [STOP, labels.stop]]) {
    dot(paper, { x: x + 3, y: at.y + 3 }, 2.6, colour);
    x += 9;
    write(text);
  }
  if (tracks.drawn < tracks.of) write(`${tracks.drawn}/${tracks.of} ${labels.drawn}`);
}
