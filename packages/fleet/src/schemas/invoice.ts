import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { readCivilDate, type CivilDate } from '../billing/civil-date.ts';
import { MAX_INVOICE_VALUE } from '../billing/invoice.ts';

const MAX_AT_ONCE = 500;

const day = () =>
  z
    .string()
    .transform((text, context): CivilDate => {
      const read = readCivilDate(text);
      if (read !== null) return read;
      context.addIssue({ code: 'custom', message: 'is no day of the calendar, YYYY-MM-DD' });
      return z.NEVER;
    })
    .meta({ format: 'date' });
const reason = () =>
  z.string().trim().min(FIELD_LIMITS.invoice.reason.min).max(FIELD_LIMITS.invoice.reason.max);
const ids = () => z.array(z.int().positive()).min(1).max(MAX_AT_ONCE);

/** An invoice in addition to the monthly ones. */
export const newInvoiceBody = z
  .strictObject({
    customerId: z.int().positive(),
    dueDate: day(),
    value: z.int().min(1).max(MAX_INVOICE_VALUE),
    description: z.string().trim().max(FIELD_LIMITS.invoice.description).default(''),
  })
  .meta({ title: 'NewInvoice' });

export const cancelInvoicesBody = z
  .strictObject({ ids: ids(), reason: reason() })
  .meta({ title: 'CancelInvoices' });
export const receiveInvoicesBody = z
  .strictObject({ ids: ids(), reason: reason(), day: day() })
  .meta({ title: 'ReceiveInvoices' });
