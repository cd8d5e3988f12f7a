import { layoutChangeBody, layoutContentBody, layoutOrderBody } from '../../schemas/layout.ts';
import { did } from '../audit-rules.ts';
import { defineRoutes, one } from '../route.ts';

/** Guests have none even where the standard edition gives every right to everybody: the handlers check that. */
const own = { area: 'layouts', access: 'devices.view', answer: one('Layouts') } as const;
const forCustomers = { area: 'layouts', access: 'brands', answer: one('Layouts') } as const;

/** Overviews: which widgets a user sees, and where. */
export const LAYOUT_ROUTES = defineRoutes({
  'GET /layouts': { ...own, summary: "The caller's overviews in their order, and the default above them" },
  'POST /layouts': {
    ...own,
    summary: 'Adds an overview at the end',
    body: layoutContentBody,
    answer: one('Layout'),
    errors: [409],
  },
  'PUT /layouts/:id': {
    ...own,
    summary: 'Changes an overview; what another device has stored meanwhile is merged',
    body: layoutChangeBody,
    answer: one('Layout'),
    errors: [404],
  },
  'DELETE /layouts/:id': { ...own, summary: 'Removes an overview' },
  'PUT /layouts/order': { ...own, summary: 'Sorts the overviews of the caller', body: layoutOrderBody },
  'PUT /layouts/default': {
    ...forCustomers,
    summary: "Sets the default of the caller's customers; of administrators that of the installation",
    body: layoutContentBody,
    audit: did('edit', 'defaultLayout'),
  },
  'DELETE /layouts/default': {
    ...forCustomers,
    summary: 'Takes it back',
    audit: did('remove', 'defaultLayout'),
  },
});
