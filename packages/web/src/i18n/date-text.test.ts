import { expect, test } from 'vitest';
import { dateText, readDateText } from './date-text.ts';

test('[WEB-90] dates are written and read as the reader writes them', () => {
  expect(dateText('2026-11-02', 'pt-BR')).toBe('02/11/2026');
  expect(dateText('2026-11-02', 'en')).toBe('11/02/2026');
  expect(dateText('2026-11-02T09:05', 'es')).toBe('02/11/2026 09:05');
  for (const language of ['pt-BR', 'es', 'en'] as const) {
    for (const [kind, value] of [
      ['date', '2026-02-28'],
      ['moment', '2026-12-31T23:59'],
    ] as const)
      expect(readDateText(dateText(value, language), kind, language)).toBe(value);
  }
  expect(readDateText('2/1/2026', 'date', 'pt-BR')).toBe('2026-01-02');
  expect(readDateText('2.1.2026', 'date', 'en')).toBe('2026-02-01');
  expect(readDateText('1/2/2026, 3:05 PM', 'moment', 'en')).toBe('2026-01-02T15:05');
  expect(readDateText('1/2/2026 12:05 a.m.', 'moment', 'en')).toBe('2026-01-02T00:05');
});

test('[WEB-90] what is no date, or not a whole one yet, stays as it was typed', () => {
  for (const typed of ['', '0', '31/02/2026', '02/11/20', '32/01/2026', 'amanhã', '02/11/2026 09:05'])
    expect(readDateText(typed, 'date', 'pt-BR')).toBe(typed);
  for (const typed of ['02/11/2026', '02/11/2026 24:00', '02/11/2026 9', '02/11/2026 10:60'])
    expect(readDateText(typed, 'moment', 'pt-BR')).toBe(typed);
  expect(dateText('02/11/20', 'pt-BR')).toBe('02/11/20');
});
