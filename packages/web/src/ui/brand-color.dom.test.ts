import { expect, test } from 'vitest';
import { applyBrandColor, brandColor } from './brand-color.ts';

test('[BRAND-30] the first that is a colour counts; what is none is ours', () => {
  expect(brandColor('#C2255C')).toBe('#C2255C');
  expect(brandColor(undefined, '#C2255C')).toBe('#C2255C');
  expect(brandColor('#0a7d4f', '#C2255C')).toBe('#0a7d4f');
  expect(brandColor('red; background: url(x)')).toBe('#3350d0');
  expect(brandColor(undefined)).toBe('#3350d0');
});

test('[BRAND-30] the brand is set as variables for light and dark pages; ours takes them away', () => {
  const root = document.createElement('div');
  applyBrandColor('#ffd43b', root);
  expect(root.style.getPropertyValue('--brand-light')).toBe('#ffd43b');
  expect(root.style.getPropertyValue('--brand-light-contrast')).toBe('#14181f');
  expect(root.style.getPropertyValue('--brand-light-text')).not.toBe('#ffd43b');
  expect(root.style.getPropertyValue('--brand-dark-text')).toBe('#ffd43b');
  applyBrandColor('#3350d0', root);
  expect(root.getAttribute('style') ?? '').toBe('');
});
