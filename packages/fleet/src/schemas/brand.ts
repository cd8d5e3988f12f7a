import { z } from 'zod';
import { isDomain } from '../entities/domain-name.ts';
import { isBrandColor } from '../brands/palette.ts';
import type { BrandTheme } from '../entities/brand.ts';
import { LANGUAGES } from '../languages/language.ts';
import { optionalText } from './fields.ts';

const textUpTo = (most: number) => optionalText(most).transform((text) => text ?? '');
/** Addresses that a browser opens in a click: nothing but pages of the web. */
const page = () =>
  textUpTo(500).refine((text) => text === '' || isPage(text), {
    message: 'is no address that begins with https',
  });
const isPage = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
const file = (pattern: RegExp) =>
  textUpTo(60).refine((text) => text === '' || pattern.test(text), { message: 'is no uploaded picture' });

export const BRAND_LOGO = /^[0-9a-f]{32}\.webp$/;
export const BRAND_ICON = /^[0-9a-f]{32}$/;

export const brandThemeBody = z
  .object({
    title: textUpTo(60),
    headLogo: file(BRAND_LOGO),
    icon: file(BRAND_ICON),
    color: textUpTo(7).refine((text) => text === '' || isBrandColor(text), {
      message: 'is no colour like #3350d0',
    }),
    languages: z
      .array(z.enum(LANGUAGES))
      .max(LANGUAGES.length)
      .nullish()
      .transform((list) => [...new Set(list ?? [])]),
    whatsapp: textUpTo(200).refine((text) => isPage(text) || /^[+\d ()-]*$/.test(text), {
      message: 'is no number and no address that begins with https',
    }),
    androidApp: page(),
    appleApp: page(),
    dataPolicy: page(),
    loginTitle: textUpTo(80),
    loginText: textUpTo(500),
  })
  .meta({ title: 'BrandLook' });

export const EMPTY_THEME: BrandTheme = {
  title: '',
  headLogo: '',
  icon: '',
  color: '',
  languages: [],
  whatsapp: '',
  androidApp: '',
  appleApp: '',
  dataPolicy: '',
  loginTitle: '',
  loginText: '',
};

export const brandDomainBody = z
  .object({
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .refine(isDomain, { message: 'is no domain like fleet.example.com' }),
  })
  .meta({ title: 'ClaimDomain' });
