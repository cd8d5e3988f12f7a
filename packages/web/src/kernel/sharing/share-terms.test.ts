// @vitest-environment node
import { expect, test } from 'vitest';
import { readEnd, shareEnd, shareLink, whatsappLink } from './share-terms.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

test('[WEBPANEL-11] no share outlives the account that made it', () => {
  expect(shareEnd(NOW + 9000, null)).toBe(NOW + 9000);
  expect(shareEnd(NOW + 9000, new Date(NOW + 5000).toISOString())).toBe(NOW + 5000);
  expect(shareEnd(NOW + 1000, new Date(NOW + 5000).toISOString())).toBe(NOW + 1000);
});

test('[WEBPANEL-11] an end must be a date that is still to come', () => {
  const here = { now: NOW, zone: 'America/Sao_Paulo' };
  expect(readEnd('2026-06-01T09:01', here)).toBe(NOW + 60_000);
  for (const text of ['', 'soon', '2026-06-01T09:00']) expect(readEnd(text, here)).toBeNull();
});

test('[WEBPANEL-12] the link carries the token and leads to the vehicle', () => {
  const link = shareLink('a+b/c=', 'https://fleet.example.com');
  expect(link).toBe('https://fleet.example.com/share/a%2Bb%2Fc%3D');
  expect(whatsappLink('Olá & até: https://x/?a=1&b=2')).toBe(
    'https://wa.me/?text=Ol%C3%A1%20%26%20at%C3%A9%3A%20https%3A%2F%2Fx%2F%3Fa%3D1%26b%3D2',
  );
});
