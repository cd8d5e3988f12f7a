import { z } from 'zod';
import type { BrandChange, BrandDomain, BrandFile, BrandLook, Theme } from '../../entities/brand.ts';
import { LANGUAGES } from '../../preferences/language.ts';
import { instant, shapeOf, whole, words, yesNo } from './shape.ts';

const BrandLookAnswer = shapeOf<BrandLook>()({
  title: words(),
  headLogo: words(),
  icon: words(),
  color: words(),
  languages: z.array(z.enum(LANGUAGES)),
  whatsapp: words(),
  androidApp: words(),
  appleApp: words(),
  dataPolicy: words(),
  loginTitle: words(),
  loginText: words(),
});
const BrandDomainAnswer = shapeOf<BrandDomain>()({
  domain: words(),
  token: words(),
  state: z.enum(['waiting', 'verified']),
  by: z.enum(['dns', 'file', 'operator']).nullable(),
});
const BrandChangeAnswer = shapeOf<BrandChange>()({ by: words(), at: instant() });

/** How a brand is kept and changed. */
export const BRAND_ANSWERS = {
  BrandLook: BrandLookAnswer,
  BrandDomain: BrandDomainAnswer,
  BrandChange: BrandChangeAnswer,
  BrandFile: shapeOf<BrandFile>()({ file: words() }),
  Theme: shapeOf<Theme>()({
    owner: whole(),
    look: BrandLookAnswer,
    published: BrandLookAnswer.nullable(),
    isDraft: yesNo(),
    canUndo: yesNo(),
    version: words(),
    changed: BrandChangeAnswer.nullable(),
    domains: z.array(BrandDomainAnswer),
  }),
};
