import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES } from '@rastro/fleet';
import { readPdf } from '@rastro/outgoing/testing';
import type { FigureSection } from '../files/figure-section.ts';
import { FIGURE_LABELS } from '../kinds/overview/overview-labels.ts';
import { figurePieces } from './figure-pages.ts';
import type { PrintJob } from './make-pdf.ts';

const JOB: PrintJob = {
  type: 'overview',
  eventTypes: [],
  period: { from: 0, to: 86_399_999 },
  compared: { from: -86_400_000, to: -1 },
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
  print: { form: 'standard', brand: 'Brand', colour: '#1f3a5f', logo: null, madeAt: 0 },
};
const section = (title: string, lines: number): FigureSection => ({
  title,
  when: '',
  lines: Array.from({ length: lines }, (_, i) => ({
    name: `${title}-${i}`,
    value: '1 km',
    before: '2 km',
    change: { text: '50%', direction: 'down', isGood: null },
    note: 'of all',
  })),
});

async function printed(sections: readonly FigureSection[]) {
  const pieces: Uint8Array[] = [];
  const given = (async function* () {
    yield [];
    yield sections;
  })();
  for await (const piece of figurePieces(JOB, { name: 'Overview', sections: given })) pieces.push(piece);
  return readPdf(Buffer.concat(pieces));
}

test('[PDF-9] figures stand below the head of their widget, which stays on one page; each page says of how many it is', async () => {
  const { pages, texts } = await printed(['A', 'B', 'C', 'D', 'E'].map((title) => section(title, 10)));
  assert.equal(pages, 3);
  for (const [i, text] of texts.entries()) {
    assert.ok(text.includes(`Page ${i + 1}/3`), text);
    assert.ok(text.includes('Compared period') && text.includes('50%'));
  }
  for (const title of ['A', 'B', 'C', 'D', 'E']) {
    const [own, ...more] = texts.filter((text) => text.includes(`${title}-`));
    assert.deepEqual(more, []);
    assert.equal(own?.match(new RegExp(`${title}-\\d`, 'g'))?.length, 10);
  }
  const [first = ''] = texts;
  for (const line of [
    'Brand',
    'Overview',
    'Period: 01/01/1970',
    'Compared with: 12/31/1969',
    'Vehicles: Van',
  ])
    assert.ok(first.includes(line), line);
});

test('[PDF-9] without a figure it says so', async () => {
  const { pages, texts } = await printed([]);
  assert.equal(pages, 1);
  assert.ok(texts[0]?.includes('Nothing in this period.'));
});

test('[PDF-9] widgets, figures and notes are called as on the screen', () => {
  for (const language of LANGUAGES) {
    const url = new URL(`../../../../web/src/i18n/locales/${language}/overview.json`, import.meta.url);
    const texts: unknown = JSON.parse(readFileSync(url, 'utf8'));
    for (const [name, labels] of Object.entries(FIGURE_LABELS)) {
      const text = name.split('.').reduce((at, part): unknown => Object(at)[part], texts);
      assert.equal(
        String(text).replaceAll(/\{\{(\w+)\}\}/g, '{$1}'),
        labels[language],
        `${language} ${name}`,
      );
    }
  }
});
