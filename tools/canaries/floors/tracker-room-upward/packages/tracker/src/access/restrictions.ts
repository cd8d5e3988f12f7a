import { refuse } from '../http/api-error.ts';

export const restrictions = refuse;
