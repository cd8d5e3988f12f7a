import { z } from 'zod';
import {
  CUSTOMER_MOMENTS,
  MESSAGE_CHANNELS,
  type CustomerMessage,
  type CustomerMessages,
  type CustomerMessageState,
} from '../../orders/customer-message.ts';
import { instant, shapeOf, string, whole, yesNo } from './shape.ts';

export const CUSTOMER_MESSAGE_ANSWERS = {
  CustomerMessageState: shapeOf<CustomerMessageState>()({
    moments: z.array(z.enum(CUSTOMER_MOMENTS)),
    showsDriver: yesNo(),
    usesText: yesNo(),
    canMail: yesNo(),
    canText: yesNo(),
    hasLink: yesNo(),
    mayShare: yesNo(),
  }),
  CustomerMessages: shapeOf<CustomerMessages>()({
    messages: z.array(
      shapeOf<CustomerMessage>()({
        moment: z.enum(CUSTOMER_MOMENTS),
        attempt: whole(),
        channel: z.enum(MESSAGE_CHANNELS),
        sentTime: instant(),
        failure: string(),
      }),
    ),
  }),
};
