import type { ErasurePreview } from '../../entities/erasure.ts';
import { shapeOf, whole, words } from './shape.ts';

export const PERSON_ANSWERS = {
  ErasurePreview: shapeOf<ErasurePreview>()({
    name: words(),
    people: whole(),
    devices: whole(),
    invoices: whole(),
    checkIns: whole(),
  }),
};
