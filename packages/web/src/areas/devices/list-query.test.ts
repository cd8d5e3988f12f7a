import { expect, test } from 'vitest';
import { FIRST_CHOICE, nextSort, readChoice, toListQuery, writeChoice } from './list-query.ts';

test('the combined filter sets status and motion', () => {
  const of = (filter: (typeof FIRST_CHOICE)['filter']) => {
    const { status, motion } = toListQuery({ ...FIRST_CHOICE, filter });
    return [status, motion];
  };
  expect(of('all')).toEqual(['all', 'all']);
  expect(of('online')).toEqual(['online', 'all']);
  expect(of('unknown')).toEqual(['unknown', 'all']);
  expect(of('moving')).toEqual(['all', 'moving']);
  expect(of('stopped')).toEqual(['online', 'stopped']);
});

test('the address carries the choice and keeps its other parameters', () => {
  const choice = { filter: 'moving', text: 'baú & cia', sort: 'speed-desc' } as const;
  const written = writeChoice(new URLSearchParams('expand=true'), choice);
  expect(written.get('expand')).toBe('true');
  expect(readChoice(new URLSearchParams(written.toString()))).toEqual(choice);
});

test('defaults leave no trace in the address', () => {
  expect(writeChoice(new URLSearchParams('filter=moving&q=x'), FIRST_CHOICE).toString()).toBe('');
});

test('an address with unknown values is the default', () => {
  expect(readChoice(new URLSearchParams('filter=flying&sort=size-up'))).toEqual(FIRST_CHOICE);
});

test('the same field flips, another starts in its natural direction', () => {
  expect(nextSort('name-asc', 'name')).toBe('name-desc');
  expect(nextSort('name-desc', 'name')).toBe('name-asc');
  expect(nextSort('name-asc', 'lastUpdate')).toBe('lastUpdate-desc');
  expect(nextSort('speed-desc', 'status')).toBe('status-asc');
});
