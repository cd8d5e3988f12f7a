import { refuse } from '../refusals/refusal.ts';

export const join = refuse;
