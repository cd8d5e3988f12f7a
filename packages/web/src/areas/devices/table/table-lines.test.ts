// @vitest-environment node
import { expect, test } from 'vitest';
import { TableLines } from './table-lines.ts';

const IDS = Int32Array.of(4, 7, 9, 2, 5);
const SECTIONS = [
  { key: 3, count: 2 },
  { key: 8, count: 2 },
  { key: 0, count: 1 },
] as const;
const lineKeys = (lines: TableLines): readonly unknown[] =>
  [...lines.all()].map((line) => (line.kind === 'vehicle' ? line.id : `${line.section.key}`));

test('[WEBTABLE-3] each section stands before its vehicles, and a closed one alone', () => {
  const open = new TableLines(IDS, SECTIONS, new Set());
  expect(lineKeys(open)).toEqual(['3', 4, 7, '8', 9, 2, '0', 5]);
  const closed = new TableLines(IDS, SECTIONS, new Set([8]));
  expect(lineKeys(closed)).toEqual(['3', 4, 7, '8', '0', 5]);
  expect([4, 9, 5, 77].map((id) => closed.lineOf(id))).toEqual([1, -1, 5, -1]);
  expect([closed.lineOfSection(0), closed.lineOfSection(1)]).toEqual([4, -1]);
  expect([closed.at(-1), closed.at(6)]).toEqual([undefined, undefined]);
});

test('[WEBTABLE-3] without sections the lines are the vehicles', () => {
  const plain = new TableLines(IDS, [], new Set());
  expect(lineKeys(plain)).toEqual([...IDS]);
  expect(plain.lineOf(2)).toBe(3);
});
