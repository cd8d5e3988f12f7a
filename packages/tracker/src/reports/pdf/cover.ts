import type { Print } from '../request/report-job.ts';
import { drawCharts } from './charts.ts';
import type { Digest } from './digest.ts';
import type { Figures } from './figures.ts';
import type { Paper } from '@rastro/outgoing/papers';
import type { PdfLabels } from './pdf-labels.ts';
import { drawTracks, MAP_HEIGHT, type TrackMapInput } from './track-map.ts';
import type { MapTracks } from './map-tracks.ts';

/** Fields on the cover of a printed report. */
export interface CoverFields {
  readonly name: string;
  readonly period: string;
  /** Null = figures are compared with none. */
  readonly compared: string | null;
  readonly scope: string;
  readonly madeAt: string;
  readonly labels: PdfLabels;
  readonly figures: Figures;
  readonly digest: Digest;
  readonly print: Print;
  readonly units: TrackMapInput['units'];
  /** Null = it shows none. */
  readonly tracks: MapTracks | null;
}

const TILES = 5;
const TILE_HEIGHT = 44;
const GAP = 16;
/** Points, at most. */
const LOGO = { width: 150, height: 44 } as const;

/** Head, figures, charts and map of the first page. @returns where they end. */
export function drawCover(paper: Paper, coverFields: CoverFields, margin: number): number {
  const { digest, figures, labels, print, tracks, units, name } = coverFields;
  let y = drawHead(paper, { name, print, lines: scopeLines(coverFields) }, margin);
  if (digest.rows === 0) return y;
  tiles(paper, coverFields, { y, margin });
  y += TILE_HEIGHT + GAP;
  const colour = print.colour;
  const charts = drawCharts(paper, { digest, figures, labels, colour }, { y, margin });
  if (charts > 0) y += charts + GAP;
  if (tracks && tracks.lines.length > 0) {
    drawTracks(paper, { tracks, labels, units }, { x: margin, y, width: paper.width - 2 * margin });
    y += MAP_HEIGHT + GAP;
  }
  return y;
}

/** Lines that say what a report is about. */
export const scopeLines = ({
  period,
  compared,
  scope,
  labels,
}: Pick<CoverFields, 'period' | 'compared' | 'scope' | 'labels'>): readonly string[] => [
  `${labels.period}: ${period}`,
  ...(compared === null ? [] : [`${labels.comparedWith}: ${compared}`]),
  `${labels.vehicles}: ${scope}`,
];

/** Content of the head of a first page. */
export interface HeadFields {
  readonly name: string;
  readonly print: Print;
  /** Below the name. */
  readonly lines: readonly string[];
}
const LINE_HEIGHT = 12;
/** Where a head ends. */
export const headEnd = ({ lines }: Pick<HeadFields, 'lines'>): number => 80 + lines.length * LINE_HEIGHT;

/** Brand, name and scope of a report. @returns where it ends. */
export function drawHead(paper: Paper, { name, print, lines }: HeadFields, margin: number): number {
  const width = paper.width - 2 * margin;
  paper.doc.rect(0, 0, paper.width, 6).fill(print.colour);
  const place = { x: margin + width - LOGO.width, y: 20, width: LOGO.width, align: 'right' } as const;
  const logo = print.logo ? paper.logo(print.logo, place, LOGO.height) : 0;
  const left = logo === 0 ? width : width - logo - GAP;
  const own = { size: 10, weight: 'bold', colour: print.colour } as const;
  paper.text(print.brand, { x: margin, y: 26, width: left }, own);
  paper.text(name, { x: margin, y: 42, width: left }, { size: 20, weight: 'bold' });
  const quiet = { size: 8.5, colour: '#5b6472' };
  for (const [i, line] of lines.entries())
    paper.text(line, { x: margin, y: 69 + i * LINE_HEIGHT, width }, quiet);
  return headEnd({ lines });
}

/** Tiles with a few figures about the size of the report. */
function tiles(
  paper: Paper,
  { digest, figures, labels, print }: CoverFields,
  { y, margin }: { readonly y: number; readonly margin: number },
): void {
  const totals = digest.columns.flatMap(({ title }, i) => {
    const total = digest.totals.at(i);
    return total === null ? [] : [{ title, text: figures.figure(total, i) }];
  });
  const visibleTiles = [
    { title: labels.rowCount, text: figures.count(digest.rows) },
    { title: labels.vehicles, text: figures.count(digest.perVehicle.size) },
    ...totals,
  ].slice(0, TILES);
  const width = (paper.width - 2 * margin - (visibleTiles.length - 1) * 8) / visibleTiles.length;
  for (const [i, { title, text }] of visibleTiles.entries()) {
    const x = margin + i * (width + 8);
    paper.doc.rect(x, y, width, TILE_HEIGHT).fill('#f3f4f6');
    paper.doc.rect(x, y, 2.5, TILE_HEIGHT).fill(print.colour);
    paper.text(text, { x: x + 10, y: y + 8, width: width - 14 }, { size: 14, weight: 'bold' });
    const small = { size: 7, colour: '#5b6472' };
    // A unit is not cut off while the title can be read smaller.
    small.size *= Math.max(0.75, Math.min(1, (width - 14) / paper.widthOf(title, small)));
    paper.text(title, { x: x + 10, y: y + 28, width: width - 14 }, small);
  }
}
