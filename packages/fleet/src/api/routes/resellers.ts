import { z } from 'zod';
import { integer } from '../query-fields.ts';
import { defineRoutes, one } from '../route.ts';

/** Customers as those see them who sell. @source docs/reference/requirements.md PRODUCT §10 */
export const RESELLER_ROUTES = defineRoutes({
  'GET /reseller': {
    area: 'resellers',
    summary: 'How customers stand: vehicles, contact, limits, debts; administrators and resellers',
    access: 'brands',
    tier: 'plus',
    query: z.object({ of: integer("Whose customers: somebody below; the caller's own when not given") }),
    answer: one('ResellerView'),
    errors: [404, 501, 502],
  },
});
