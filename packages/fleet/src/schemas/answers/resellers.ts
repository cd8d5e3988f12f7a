import { z } from 'zod';
import { CUSTOMER_STATES, type ResellerCustomer, type ResellerView } from '../../entities/reseller.ts';
import { day, maybeInstant, month, shapeOf, whole, string, yesNo } from './shape.ts';

const change = () => z.strictObject({ come: whole(), gone: whole() });
const counted = () => ({ devices: whole(), online: whole(), silent: whole() });
const customer = shapeOf<ResellerCustomer>()({
  userId: whole(),
  name: string(),
  email: string(),
  isReseller: yesNo(),
  users: whole(),
  ...counted(),
  deviceLimit: whole(),
  resellerLimit: whole(),
  userLimit: whole(),
  lastSeen: maybeInstant(),
  state: z.enum(CUSTOMER_STATES),
  expirationTime: maybeInstant(),
  overdue: z.object({ count: whole(), value: whole() }).nullable(),
});

export const RESELLER_ANSWERS = {
  ResellerView: shapeOf<ResellerView>()({
    path: z.array(z.object({ userId: whole(), name: string() })),
    customers: z.array(customer),
    total: z.object(counted()),
    growth: z
      .strictObject({
        since: day(),
        months: z.array(
          z.strictObject({
            month: month(),
            change: z.strictObject({ month: month(), customers: change(), devices: change() }).nullable(),
          }),
        ),
      })
      .nullable(),
  }),
};
