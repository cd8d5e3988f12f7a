import { z } from 'zod';
import { CUSTOMER_STATES, type ResellerCustomer, type ResellerView } from '../../entities/reseller.ts';
import { maybeInstant, shapeOf, whole, words, yesNo } from './shape.ts';

const counted = () => ({ devices: whole(), online: whole(), silent: whole() });
const customer = shapeOf<ResellerCustomer>()({
  userId: whole(),
  name: words(),
  email: words(),
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
    path: z.array(z.object({ userId: whole(), name: words() })),
    customers: z.array(customer),
    total: z.object(counted()),
  }),
};
