import { PERIOD_PRESETS } from '@rastro/fleet';
import { foldText, LANGUAGES } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { readTexts } from '../../testing/read-texts.ts';
import { phrasesOf, readPeriodWords } from './period-words.ts';

const texts = readTexts();
function read(language: string, text: string): readonly [string | null, string] {
  const textOf = (key: string): string => texts.get(language)?.get(`palette:${key}`) ?? '';
  const phrases = phrasesOf(PERIOD_PRESETS.map((preset) => [preset, textOf(`period.${preset}`)]));
  const { preset, rest } = readPeriodWords(text, phrases, new Set(foldText(textOf('silent')).split(' ')));
  return [preset, rest];
}

test('[PALETTE-700] words of a period are read in each language, in any order and without accents', () => {
  expect(read('en', 'speeding yesterday')).toEqual(['yesterday', 'speeding']);
  expect(read('en', 'last month km')).toEqual(['lastMonth', 'km']);
  expect(read('en', 'km of the month last')).toEqual(['lastMonth', 'km']);
  expect(read('en', 'fuel last 7 days')).toEqual(['7d', 'fuel']);
  expect(read('pt-BR', 'km do mês passado')).toEqual(['lastMonth', 'km']);
  expect(read('pt-BR', 'EXCESSO ONTEM')).toEqual(['yesterday', 'excesso']);
  expect(read('pt-BR', 'paradas desta semana')).toEqual(['thisWeek', 'paradas']);
  expect(read('es', 'kilometros del mes pasado')).toEqual(['lastMonth', 'kilometros']);
  expect(read('es', 'excesos ayer')).toEqual(['yesterday', 'excesos']);
  expect(read('es', 'conductores')).toEqual([null, 'conductores']);
});

test('[PALETTE-700] every period has its words in every language, and none has those of another', () => {
  for (const language of LANGUAGES)
    for (const preset of PERIOD_PRESETS)
      for (const phrase of (texts.get(language)?.get(`palette:period.${preset}`) ?? '').split(','))
        expect(read(language, phrase), `${language} ${phrase}`).toEqual([preset, '']);
});
