import { matchLanguage } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

const nothing = { query: null, chosen: null, account: null, browser: [], page: 'pt-BR' };

test('the query stands first, then the own choice, the account, the browser, the page', () => {
  expect(chooseLanguage({ ...nothing, query: 'es', chosen: 'en' })).toBe('es');
  expect(chooseLanguage({ ...nothing, chosen: 'en', account: 'es' })).toBe('en');
  expect(chooseLanguage({ ...nothing, account: 'es', browser: ['en-US'] })).toBe('es');
  expect(chooseLanguage({ ...nothing, browser: ['fr-FR', 'en-US'] })).toBe('en');
  expect(chooseLanguage({ ...nothing, browser: ['fr-FR'] })).toBe('pt-BR');
});

test('English stands when nothing is ours', () => {
  expect(chooseLanguage({ ...nothing, query: 'xx', browser: ['fr'], page: 'de' })).toBe('en');
});

test('a language is known in any spelling', () => {
  expect(['pt', 'PT_pt', 'pt-BR', 'es-419', 'en-GB'].map(matchLanguage)).toEqual([
    'pt-BR',
    'pt-BR',
    'pt-BR',
    'es',
    'en',
  ]);
  expect(matchLanguage('')).toBeNull();
});
