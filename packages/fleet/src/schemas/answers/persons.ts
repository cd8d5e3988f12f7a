import { z } from 'zod';
import type { ErasurePreview } from '../../entities/erasure.ts';
import { shapeOf, whole, words } from './shape.ts';

export const PERSON_ANSWERS = {
  /** By kind of what is kept. */
  PersonData: z.record(z.string(), z.unknown()),
  ErasurePreview: shapeOf<ErasurePreview>()({
    name: words(),
    people: whole(),
    devices: whole(),
    invoices: whole(),
    checkIns: whole(),
  }),
};
