import { expect, test } from 'vitest';
import { applyBrandColor, brandColor, contrastText } from './brand-color.ts';

test('a brand that is no colour is ours', () => {
  expect(brandColor('#C2255C')).toBe('#C2255C');
  expect(brandColor('red; background: url(x)')).toBe('#3350d0');
  expect(brandColor(undefined)).toBe('#3350d0');
});

test('the text on the brand is what reads better', () => {
  expect(contrastText('#3350d0')).toBe('#ffffff');
  expect(contrastText('#ffd43b')).toBe('#14181f');
});

test('the brand is set as variables', () => {
  const root = document.createElement('div');
  applyBrandColor('#ffd43b', root);
  expect(root.style.getPropertyValue('--brand')).toBe('#ffd43b');
  expect(root.style.getPropertyValue('--brand-contrast')).toBe('#14181f');
});
