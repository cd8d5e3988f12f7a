import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';

const shades = (name: string): MantineColorsTuple =>
  Array.from(
    { length: 10 },
    (_, shade) => `var(--mantine-color-${name}-${shade})`,
  ) as unknown as MantineColorsTuple;

/**
 * Mantine in the product's tokens. All values are CSS variables from `tokens.css`, so that a brand color can
 * change at run time without a render, and no style element is written into the page (strict CSP).
 */
export const theme = createTheme({
  colors: { brand: shades('brand') },
  primaryColor: 'brand',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    const isBrand = input.color === undefined || input.color === 'brand';
    return input.variant === 'filled' && isBrand ? { ...resolved, color: 'var(--brand-contrast)' } : resolved;
  },
});
