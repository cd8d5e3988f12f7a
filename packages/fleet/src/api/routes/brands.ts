import { z } from 'zod';
import { brandDomainBody, brandThemeBody } from '../../schemas/brand.ts';
import { branded } from '../audit-rules.ts';
import { flag, integer, text } from '../query-fields.ts';
import { defineRoutes, file, one } from '../route.ts';

/** Administrators name the owner of the brand; resellers have their own brand. */
const owner = integer("Whose brand, for administrators; the installation's when not given");
const query = z.object({ owner });
const version = text(
  'Of the brand that was seen: 409 when somebody has written it meanwhile; absent = whatever it is',
);
const theme = { area: 'extension', access: 'brands', tier: 'plus', query, answer: one('Theme') } as const;

/** Branding by host, and its settings. */
export const BRAND_ROUTES = defineRoutes({
  'GET /assets/custom/config.json': {
    area: 'extension',
    summary: 'Brand, links and maps of the application, by host; public',
    access: 'public',
    answer: one('Branding'),
  },
  'GET /assets/custom/:file': {
    area: 'extension',
    summary: 'A picture of a brand; public',
    access: 'public',
    answer: file('image/webp'),
    also: [file('image/png')],
    errors: [404],
  },
  'GET /theme': { ...theme, summary: 'A brand, its draft and its domains; administrators and resellers' },
  'PUT /theme': {
    ...theme,
    summary: 'Publishes a brand, or keeps it as a draft',
    query: z.object({ owner, version, draft: flag('Keeps it, and shows it to nobody') }),
    errors: [409],
    body: brandThemeBody,
    audit: branded('edit'),
  },
  'POST /theme/undo': {
    ...theme,
    summary: 'Drops the draft; where there is none, what was published before comes back',
    query: z.object({ owner, version }),
    errors: [409],
    audit: branded('undo'),
  },
  'POST /theme/files': {
    ...theme,
    summary: 'A picture, made anew; answers its name for a look',
    query: z.object({ owner, use: text('logo or icon') }),
    upload: 'image/*',
    answer: one('BrandFile'),
    audit: branded('upload'),
  },
  'POST /theme/domains': {
    ...theme,
    summary: 'Claims a domain; it works when it is verified',
    body: brandDomainBody,
    audit: branded('claim'),
  },
  'POST /theme/domains/:domain/check': {
    ...theme,
    summary: 'Looks for the token of a domain: a TXT record, or a file',
    query: z.object({ owner, trust: flag('Without looking, on the word of an administrator') }),
    audit: branded('verify'),
  },
  'DELETE /theme/domains/:domain': {
    ...theme,
    summary: 'Gives a domain up',
    audit: branded('remove'),
  },
});
