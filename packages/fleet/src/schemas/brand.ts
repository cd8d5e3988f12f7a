import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { isDomain } from '../entities/domain-name.ts';
import { isBrandColor } from '../brands/palette.ts';
import { LANGUAGES } from '../languages/language.ts';
import { optionalText } from './fields.ts';

const textUpTo = (most: number) => optionalText(most).transform((text) => text ?? '');
/** Addresses that a browser opens in a click: nothing but pages of the web. */
const page = (most: number) =>
  textUpTo(most).refine((text) => text === '' || isPage(text), {
    message: 'is no address that begins with https',
  });
const isPage = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
const file = (pattern: RegExp) =>
  textUpTo(60).refine((text) => text === '' || pattern.test(text), { message: 'is no uploaded picture' });

export const BRAND_LOGO = /^[0-9a-f]{32}\.webp$/;
export const BRAND_ICON = /^[0-9a-f]{32}$/;

export const brandThemeBody = z
  .object({
    title: textUpTo(FIELD_LIMITS.theme.title),
    headLogo: file(BRAND_LOGO),
    icon: file(BRAND_ICON),
    color: textUpTo(FIELD_LIMITS.theme.color).refine((text) => text === '' || isBrandColor(text), {
      message: 'is no colour like #3350d0',
    }),
    languages: z
      .array(z.enum(LANGUAGES))
      .max(LANGUAGES.length)
      .nullish()
      .transform((list) => [...new Set(list ?? [])]),
    whatsapp: textUpTo(FIELD_LIMITS.theme.whatsapp).refine(
      (text) => isPage(text) || /^[+\d ()-]*$/.test(text),
      {
        message: 'is no number and no address that begins with https',
      },
    ),
    androidApp: page(FIELD_LIMITS.theme.androidApp),
    appleApp: page(FIELD_LIMITS.theme.appleApp),
    dataPolicy: page(FIELD_LIMITS.theme.dataPolicy),
    loginTitle: textUpTo(FIELD_LIMITS.theme.loginTitle),
    loginText: textUpTo(FIELD_LIMITS.theme.loginText),
  })
  .meta({ title: 'BrandLook' });

export const brandDomainBody = z
  .object({
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .refine(isDomain, { message: 'is no domain like fleet.example.com' }),
  })
  .meta({ title: 'ClaimDomain' });
