import { device } from '../../../protocols/src/testing/index.ts';

export const stage = device;
