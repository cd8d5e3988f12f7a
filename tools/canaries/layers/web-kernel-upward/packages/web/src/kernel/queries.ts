import { list } from '../areas/devices/list.ts';

export const queries = list;
