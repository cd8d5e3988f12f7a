import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePng, readPdf } from '@rastro/outgoing/testing';
import { drawPaper } from './draw-paper.ts';
import type { InspectionPaper, PaperAnswer } from './inspection-paper.ts';

const PHOTO = makePng(1024, 768);
const photo = (n: number, bytes: Uint8Array | null = PHOTO) => ({
  name: `Photo ${n}`,
  bytes,
  isSignature: false,
});
const answer = (n: number, more: Partial<PaperAnswer> = {}): PaperAnswer => ({
  question: `Question ${n}`,
  limits: '',
  given: 'Yes',
  defect: null,
  note: '',
  photos: [],
  ...more,
});
const paper = (answers: readonly PaperAnswer[]): InspectionPaper => ({
  brand: 'Rastro',
  colour: '#1f3a5f',
  logo: null,
  title: 'Inspection',
  vehicle: 'Van 1',
  number: 'Inspection no. 1',
  result: { text: 'Unsafe', tone: 'bad' },
  fields: [{ title: 'Note', text: `${'long '.repeat(200)}end of note` }],
  answersTitle: 'Questions and answers',
  answers,
  defectsTitle: 'Defects found',
  defects: [],
  made: 'Issued on a day',
  page: 'Page {n}',
  unreadable: 'cannot be read',
});

test('[CHECKUP-15] the longest inspection is printed whole, on numbered pages, within a few megabytes', async () => {
  const answers = Array.from({ length: 100 }, (_, index) =>
    answer(index, {
      question: 'Ask '.repeat(49) + index,
      given: index % 2 === 0 ? 'No' : `${'wording '.repeat(120)}last${index}`,
      note: `${'because '.repeat(120)}done${index} ${'x'.repeat(200)}`,
      photos: index < 24 ? [photo(1)] : [],
    }),
  );
  const bytes = await drawPaper(paper(answers));
  assert.ok(bytes.length < 6_000_000, String(bytes.length));
  const { pages, texts } = readPdf(bytes);
  const text = texts.join('\n');
  assert.ok(pages > 10);
  for (const part of ['end of note', 'last99', 'done98', `Page ${pages}`])
    assert.ok(text.includes(part), part);
  assert.equal(text.split('x').length - 1 >= 100 * 200, true, 'a word that is too long is broken');
});

test('[CHECKUP-15] a picture that nobody can read is named, and the rest is printed', async () => {
  const broken = new Uint8Array([1, 2, 3]);
  const photos = [photo(1, broken), photo(2), photo(3, null)];
  const { texts, pages } = readPdf(await drawPaper(paper([answer(1, { photos }), answer(2)])));
  const text = texts.join('\n');
  assert.equal(pages, 1);
  for (const part of ['Photo 1: cannot be read', 'Photo 2', 'Question 2'])
    assert.ok(text.includes(part), part);
});
