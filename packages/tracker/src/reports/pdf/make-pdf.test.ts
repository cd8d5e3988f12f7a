import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePng } from '@rastro/outgoing/testing';
import { readPdf } from '@rastro/outgoing/testing';
import { pdfPieces, type PrintedPage, type PrintJob } from './make-pdf.ts';
import { PdfTooLongError } from './pdf-too-long-error.ts';

const JOB: PrintJob = {
  type: 'trips',
  eventTypes: [],
  period: { from: 0, to: 86_400_000 },
  compared: null,
  hours: null,
  devices: [{ name: 'Van' }],
  reader: {
    language: 'en',
    zone: 'UTC',
    hour12: false,
    speedUnit: 'kmh',
    distanceUnit: 'km',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  },
  print: { form: 'table', brand: 'Brand', colour: '#1f3a5f', logo: null, madeAt: 0 },
};
const COLUMNS = [
  { label: 'device', title: 'Vehicle', width: 20 },
  { label: 'start', title: 'Start', kind: 'instant', width: 20 },
  { label: 'distance', title: 'Distance (km)', total: 'sum', width: 20 },
  { label: 'place', title: 'Place', width: 20 },
] as const;
const A_PAGE = 500;

const printed = (rows: number) => ({
  name: 'Trips',
  columns: COLUMNS,
  parting: 'days' as const,
  tracks: null,
  rows: pages(rows),
});
async function* pages(rows: number): AsyncGenerator<PrintedPage> {
  for (let at = 0; at < rows; at += A_PAGE) {
    const page = Array.from({ length: Math.min(A_PAGE, rows - at) }, (_, i) => {
      const day = String(1 + Math.floor((at + i) / 1000)).padStart(2, '0');
      return ['Van', `2026-01-${day} 10:00:00`, 1.25, `Rua ${at + i}`];
    });
    yield { device: 'Van', page };
  }
}

test('[PDF-5] more rows than anybody turns are refused with their number', async () => {
  const making = async (): Promise<void> => {
    for await (const _piece of pdfPieces(JOB, printed(201_234)));
  };
  await assert.rejects(making, (error) => error instanceof PdfTooLongError && error.rows === 201_234);
});

test('[PDF-6] a PDF is made page by page, as somebody takes it', async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of pdfPieces(JOB, printed(5000))) if (piece.length > 0) pieces.push(piece);
  const { pages: count, texts } = readPdf(Buffer.concat(pieces));
  assert.ok(count > 90 && count < 110, String(count));
  assert.equal(pieces.length, count + 1, 'a piece for each page, and the end');
  assert.match(texts.at(-1) ?? '', /Rua 4999\nTotal\n6,250\.00/);
  assert.equal(texts.join('\n').match(/\nRua \d+/g)?.length, 5000);
});

test('[PDF-4] titles and the head of what goes on are on every page', async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of pdfPieces(JOB, printed(1200))) pieces.push(piece);
  const { texts } = readPdf(Buffer.concat(pieces));
  for (const [i, text] of texts.entries()) {
    assert.match(text, /\nDistance\n\(km\)\nPlace\n/);
    assert.equal(text.includes('(cont.)'), i > 0, String(i));
    assert.ok(text.includes(`Page ${i + 1}/${texts.length}`));
  }
});

test('[PDF-8] both forms are headed by a brand; a logo that cannot be read is left out, and the report is made', async () => {
  const PICTURE = /\/Subtype \/Image/g;
  for (const form of ['table', 'standard'] as const) {
    const made = async (logo: Uint8Array | null): Promise<Buffer> => {
      const pieces: Uint8Array[] = [];
      const print = { ...JOB.print, form, logo };
      for await (const piece of pdfPieces({ ...JOB, print }, printed(200))) pieces.push(piece);
      return Buffer.concat(pieces);
    };
    const branded = await made(makePng(300, 100));
    const { texts, pages: count } = readPdf(branded);
    assert.ok(count > 2);
    assert.equal(branded.toString('latin1').match(PICTURE)?.length, 1, 'one picture for all pages');
    for (const text of texts) assert.match(text, /\nBrand\nTrips\n/);
    const broken = [new Uint8Array(0), Buffer.from('RIFF0000WEBP'), makePng(300, 100).subarray(0, 60)];
    for (const logo of [null, ...broken]) {
      const plain = await made(logo);
      assert.equal(plain.toString('latin1').match(PICTURE), null, String(logo?.length));
      assert.deepEqual(readPdf(plain).texts, texts, 'all else is as it was');
    }
  }
});
