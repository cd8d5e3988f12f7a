import { z } from 'zod';
import type { ErasurePreview } from '../../entities/erasure.ts';
import { shapeOf, whole, string } from './shape.ts';

export const DATA_SUBJECT_ANSWERS = {
  /** By kind of the stored data. */
  PersonData: z.record(z.string(), z.unknown()),
  ErasurePreview: shapeOf<ErasurePreview>()({
    name: string(),
    people: whole(),
    devices: whole(),
    invoices: whole(),
    checkIns: whole(),
  }),
};
