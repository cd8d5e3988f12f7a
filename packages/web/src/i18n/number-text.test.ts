import { knotsFrom, metresFrom } from '@rastro/fleet';
// @vitest-environment node
import { expect, test } from 'vitest';
import {
  centsText,
  distanceText,
  moneySign,
  numberText,
  ownSigns,
  readNumber,
  speedText,
} from './number-text.ts';

test('[WEBDEV-1] numbers are read as users write them', () => {
  const read = (text: string, language: 'pt-BR' | 'es' | 'en' = 'pt-BR') => readNumber(text, language);
  expect(
    ['12', '12,5', '12.5', '1.234', '1.234,56', '1,234.56', '1.234.567', ' 49,90 ', '-3', '0,5'].map((text) =>
      read(text),
    ),
  ).toEqual([12, 12.5, 12.5, 1234, 1234.56, 1234.56, 1_234_567, 49.9, -3, 0.5]);
  // Nothing begins with 0 thousands.
  expect([read('0.033'), read('0,033', 'en'), read('-0.125')]).toEqual([0.033, 0.033, -0.125]);
  expect([read('1.234', 'en'), read('1,234', 'en'), read('12,5', 'en')]).toEqual([1.234, 1234, 12.5]);
  for (const text of ['', 'x', '1,2,3', '1.23.4', '1,2.3', '1.234,5,6', ',5', '12km', '1e5', '--1']) {
    expect(read(text)).toBeNull();
  }
});

test('[WEBDEV-1] numbers stand in fields in the language and units of the user, and come back', () => {
  expect(numberText(1234.56, 'pt-BR', 1)).toBe('1234,6');
  expect(centsText(123_456, 'pt-BR')).toBe('1.234,56');
  expect(centsText(123_456, 'en')).toBe('1,234.56');
  expect([moneySign('pt-BR'), moneySign('es'), moneySign('en')]).toEqual(['R$', 'R$', '$']);
  for (const unit of ['kmh', 'mph', 'kn'] as const) {
    expect(speedText(knotsFrom(80, unit), unit, 'en')).toBe('80');
  }
  expect(speedText(knotsFrom(100, 'mph'), 'kmh', 'pt-BR')).toBe('160,9');
  for (const unit of ['km', 'mi', 'nmi'] as const) {
    expect(distanceText(metresFrom(1234.5, unit), unit, 'en')).toBe('1234.5');
  }
});

test('[WEBDEV-1] the unit that a field shows may be typed with the number, and no other unit', () => {
  const { money, speed, distance, share } = ownSigns;
  for (const language of ['pt-BR', 'es', 'en'] as const) {
    const sum = `${moneySign(language)} ${centsText(150_000, language)}`;
    expect(readNumber(sum, language, money(language))).toBe(1500);
    expect(readNumber(sum, language), 'where no money is asked for').toBeNull();
    const foreign = language === 'en' ? 'R$ 5' : '$ 5';
    expect(readNumber(foreign, language, money(language))).toBeNull();
    expect(readNumber('12,5 %', language, share)).toBe(12.5);
    expect(readNumber(' 80 KM/H ', language, speed('kmh'))).toBe(80);
    expect(readNumber('80 mph', language, speed('kmh'))).toBeNull();
    expect(readNumber('80 km/h', language, speed('mph'))).toBeNull();
    expect(readNumber('7 mi', language, distance('mi'))).toBe(7);
  }
  const own = money('pt-BR');
  expect(['1.500,00 R$', 'r$1500', 'R$ -3'].map((text) => readNumber(text, 'pt-BR', own))).toEqual([
    1500, 1500, -3,
  ]);
  for (const text of ['R$', 'R$ 5 R$', 'R$R$ 5', '5 R$ 5']) expect(readNumber(text, 'pt-BR', own)).toBeNull();
});
