import { FIELD_LIMITS } from './field-limits.ts';

/** A host name as browsers send it. Addresses of machines are domains for the operator only. */
const DOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

export const isDomain = (text: string): boolean => text.length <= FIELD_LIMITS.domain && DOMAIN.test(text);
