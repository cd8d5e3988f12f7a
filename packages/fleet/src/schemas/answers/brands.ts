import { z } from 'zod';
import type { BrandChange, BrandDomain, BrandFile, BrandTheme, Theme } from '../../entities/brand.ts';
import { LANGUAGES } from '../../languages/language.ts';
import { instant, shapeOf, whole, string, yesNo } from './shape.ts';

const BrandThemeAnswer = shapeOf<BrandTheme>()({
  title: string(),
  headLogo: string(),
  icon: string(),
  color: string(),
  languages: z.array(z.enum(LANGUAGES)),
  whatsapp: string(),
  androidApp: string(),
  appleApp: string(),
  dataPolicy: string(),
  loginTitle: string(),
  loginText: string(),
});
const BrandDomainAnswer = shapeOf<BrandDomain>()({
  domain: string(),
  token: string(),
  state: z.enum(['waiting', 'verified']),
  by: z.enum(['dns', 'file', 'operator']).nullable(),
});
const BrandChangeAnswer = shapeOf<BrandChange>()({ by: string(), at: instant() });

/** Answers about brands and their changes. */
export const BRAND_ANSWERS = {
  BrandLook: BrandThemeAnswer,
  BrandDomain: BrandDomainAnswer,
  BrandChange: BrandChangeAnswer,
  BrandFile: shapeOf<BrandFile>()({ file: string() }),
  Theme: shapeOf<Theme>()({
    owner: whole(),
    look: BrandThemeAnswer,
    published: BrandThemeAnswer.nullable(),
    isDraft: yesNo(),
    canUndo: yesNo(),
    version: string(),
    changed: BrandChangeAnswer.nullable(),
    domains: z.array(BrandDomainAnswer),
  }),
};
