import { inner } from '../../base/src/inner.ts';
export const outer = inner;
