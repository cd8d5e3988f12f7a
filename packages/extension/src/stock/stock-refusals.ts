import type { ExtensionReply } from '../extension-route.ts';

const said = (status: number, body: string): ExtensionReply => ({ status, body });
/** Why a tracker is not handed over, in the form of the tracking API. */
export const stockRefusals = {
  /** Wrong, used, over, of another company, no longer in stock: who guesses learns nothing. */
  badCode: (): ExtensionReply => said(404, 'Label code invalid - It is wrong, used or too old'),
  notInStock: (): ExtensionReply => said(409, 'Not in stock - Only trackers in stock get labels'),
  readonly: (): ExtensionReply => said(403, 'Write access denied - This account may only look'),
  limit: (): ExtensionReply => said(403, 'USER_DEVICE_LIMIT_REACHED'),
  noGroup: (): ExtensionReply => said(404, 'Group unknown - There is no such group'),
  noDevice: (): ExtensionReply => said(404, 'Device unknown - There is no such device'),
  notTaken: (reason: string): ExtensionReply => said(400, reason),
  longPeriod: (): ExtensionReply => said(400, 'Period too long - Ask for 93 days at most'),
  tooManyCodes: (seconds: number): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: `Too many tries - Wait ${seconds} seconds`,
  }),
} as const;
