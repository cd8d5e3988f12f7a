import type { Tree } from '../groups/tree.ts';

export const idOf = ({ id }: Tree): number => id;
