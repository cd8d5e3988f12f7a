import type { ListQuery } from './fleet.ts';

/**
 * The list before any choice of the user (docs/reference/requirements.md SPEC §4: the default order is
 * name-asc).
 */
export const FIRST_QUERY: ListQuery = { text: '', status: 'all', motion: 'all', sort: 'name-asc' };
