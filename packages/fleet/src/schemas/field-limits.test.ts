import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { FIELD_LIMITS as LIMITS } from '../entities/field-limits.ts';
import { assignBody } from './assign.ts';
import { savedCommandBody } from './command.ts';
import { groupBody } from './group.ts';
import { invoiceIntegrationBody } from './integration.ts';
import { newInvoiceBody } from './invoice.ts';
import { computedAttributeBody, driverBody, maintenanceBody, scheduledReportBody } from './linked-objects.ts';
import { stockMoveBody } from './stock.ts';
import { userBody } from './user.ts';

const TERMS = { fine: null, interest: 0, discount: null };
const USER = { id: 0, name: 'Bia Reis', email: 'bia@example.com' };
const BODIES: readonly (readonly [z.ZodType, object, Readonly<Record<string, number>>])[] = [
  [groupBody, { id: 0, name: 'x' }, LIMITS.group],
  [driverBody, { id: 0, name: 'x', uniqueId: 'x' }, LIMITS.driver],
  [maintenanceBody, { id: 0, name: 'x', type: 'hours', start: 1, period: 1 }, LIMITS.maintenance],
  [scheduledReportBody, { id: 0, type: 'trips', description: 'x' }, LIMITS.report],
  [savedCommandBody, { id: 0, description: 'x', type: 'custom' }, LIMITS.command],
  [
    computedAttributeBody,
    { id: 0, description: 'x', attribute: 'x', expression: 'x', type: 'number' },
    LIMITS.computed,
  ],
  [userBody, USER, { name: LIMITS.user.name.max, phone: LIMITS.user.phone }],
  [invoiceIntegrationBody, { terms: TERMS }, { companyName: 120, taxId: 20, address: 300, pixCity: 60 }],
  [assignBody, { userId: 1, name: 'x' }, LIMITS.vehicle],
  [stockMoveBody, { deviceIds: [1], to: 'stock' }, LIMITS.stock],
  [
    newInvoiceBody,
    { customerId: 1, dueDate: '2026-11-27', value: 100 },
    { description: LIMITS.invoice.description },
  ],
];

test('[ROUTE-102] a text may be as long as its limit, and not a character longer', () => {
  for (const [body, valid, limits] of BODIES)
    for (const [name, limit] of Object.entries(limits)) {
      const accepts = (length: number): boolean =>
        body.safeParse({ ...valid, [name]: 'x'.repeat(length) }).success;
      deepEqual([accepts(limit), accepts(limit + 1)], [true, false], `${name} of ${limit}`);
    }
});
