import { read } from '../../protocols/src/index.ts';
export const store = read;
