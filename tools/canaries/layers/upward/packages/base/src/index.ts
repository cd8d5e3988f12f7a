import type { Fleet } from '../../fleet/src/index.ts';
export type Base = Fleet;
