import { z } from 'zod';
import { CUSTOMER_MOMENTS, MESSAGE_CHANNELS } from '../orders/customer-message.ts';
import { flag } from './fields.ts';

const moments = z.array(z.enum(CUSTOMER_MOMENTS)).max(CUSTOMER_MOMENTS.length);

/** Messages that the customers of a company get by themselves. */
export const customerMessageBody = z
  .strictObject({
    /** None = no messages. */
    moments,
    /** Name of the driver is shown. */
    showsDriver: flag().default(false),
    /** Customers without a mail address get a text message. */
    usesText: flag().default(false),
  })
  .meta({ title: 'CustomerMessageBody' });

/** The same as it is stored, by company. */
export const storedMessageSettings = z.object({ moments, showsDriver: z.boolean(), usesText: z.boolean() });
export type StoredMessageSettings = z.output<typeof storedMessageSettings>;
/** Messages of an order as they are stored, oldest first; instants are milliseconds since 1970. */
export const storedCustomerMessages = z.object({
  messages: z.array(
    z.object({
      moment: z.enum(CUSTOMER_MOMENTS),
      attempt: z.int().positive(),
      channel: z.enum(MESSAGE_CHANNELS),
      sentAt: z.int(),
      failure: z.string(),
    }),
  ),
});
export type StoredCustomerMessages = z.output<typeof storedCustomerMessages>;
