import type { ExtensionReply } from '../extension-route.ts';

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
/** Why a tracker is not handed over, in the form of the tracking API. */
export const stockErrors = {
  /** Wrong, used, expired, of another company, no longer in stock: guessing reveals nothing. */
  badCode: (): ExtensionReply => reply(404, 'Label code invalid - It is wrong, used or too old'),
  notInStock: (): ExtensionReply => reply(409, 'Not in stock - Only trackers in stock get labels'),
  readonly: (): ExtensionReply => reply(403, 'Write access denied - This account may only look'),
  limit: (): ExtensionReply => reply(403, 'USER_DEVICE_LIMIT_REACHED'),
  noGroup: (): ExtensionReply => reply(404, 'Group unknown - There is no such group'),
  noDevice: (): ExtensionReply => reply(404, 'Device unknown - There is no such device'),
  notTaken: (reason: string): ExtensionReply => reply(400, reason),
  longPeriod: (): ExtensionReply => reply(400, 'Period too long - Ask for 93 days at most'),
  tooManyCodes: (seconds: number): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: `Too many tries - Wait ${seconds} seconds`,
  }),
} as const;
