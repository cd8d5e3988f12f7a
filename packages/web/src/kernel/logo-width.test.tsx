import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BrandMark } from '../ui/brand-mark.tsx';
import { logoWidth } from './logo-width.ts';

test('[WEBSRV-7] the logo is as wide as the server says, as far as that can be', () => {
  expect(logoWidth({ 'frota.logoWidth': 120 }, 'frota')).toBe(120);
  for (const wrong of [23, 401, 1.5, '120', null, Number.NaN])
    expect(logoWidth({ 'frota.logoWidth': wrong }, 'frota')).toBeNull();
  render(<BrandMark title="Frota" logo="/logo.png" size="small" widthPx={120} />);
  expect(screen.getByRole('img', { name: 'Frota' }).style.width).toBe('120px');
});
