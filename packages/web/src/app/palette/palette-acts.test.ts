import { expect, test } from 'vitest';
import { readAct, type NamedAct } from './palette-acts.ts';

const ACTS: readonly NamedAct[] = [
  { act: 'lock', word: 'Bloquear' },
  { act: 'history', word: 'Histórico' },
];
const read = (text: string): readonly string[] | null => {
  const found = readAct(text, ACTS);
  return found && [found.act.act, found.rest];
};

test('[PALETTE-5] a word for an act before a vehicle is read without case and accents; alone it is none', () => {
  expect(read('bloquear van 3')).toEqual(['lock', 'van 3']);
  expect(read(' historico  ABC')).toEqual(['history', 'ABC']);
  expect(read('bloquear')).toBeNull();
  expect(read('bloqueado 3')).toBeNull();
  expect(read('van bloquear')).toBeNull();
});
