// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTexts } from '../testing/read-texts.ts';

const source = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('every refusal of the server has a text of its own', () => {
  const api = [...source('tracker/src/refusals/refusal.ts').matchAll(/Refusal\(\s*'([A-Z][A-Z0-9_]+)'/g)];
  const gateway = [...source('server/src/gateway/refusal.ts').matchAll(/text: [`']([A-Z][\w ]+?) - /g)];
  const codes = [...api, ...gateway].map(([, head = '']) => head.replaceAll(' ', '_').toUpperCase());
  expect(codes.length).toBeGreaterThan(20);
  const known = readTexts().get('pt-BR');
  expect(codes.filter((code) => known?.has(`errors:${code}`) !== true)).toEqual([]);
});
