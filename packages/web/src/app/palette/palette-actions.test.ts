import { expect, test } from 'vitest';
import { readAction, type NamedAction } from './palette-actions.ts';

const ACTIONS: readonly NamedAction[] = [
  { action: 'lock', label: 'Bloquear' },
  { action: 'history', label: 'Histórico' },
];
const read = (text: string): readonly string[] | null => {
  const found = readAction(text, ACTIONS);
  return found && [found.action.action, found.rest];
};

test('[PALETTE-5] a word for an action before a vehicle is read without case and accents; alone it is none', () => {
  expect(read('bloquear van 3')).toEqual(['lock', 'van 3']);
  expect(read(' historico  ABC')).toEqual(['history', 'ABC']);
  expect(read('bloquear')).toBeNull();
  expect(read('bloqueado 3')).toBeNull();
  expect(read('van bloquear')).toBeNull();
});
