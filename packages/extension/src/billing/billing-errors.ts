import type { ExtensionReply } from '../extension-route.ts';

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
/** Why something about invoices is not done, in the form of the tracking API. */
export const billingErrors = {
  notSetUp: (): ExtensionReply =>
    reply(501, 'Billing not set up - The operator has to set TRACKING_SERVER_TOKEN for it'),
  unreachable: (): ExtensionReply => reply(502, 'Tracking server unreachable - Try again in a moment'),
  notSent: (why: string): ExtensionReply =>
    reply(503, `Mail not sent - ${why === 'noServer' ? 'No mail server is set' : why}`),
  noInvoice: (): ExtensionReply => reply(404, 'Invoice unknown - There is no such invoice'),
  unpaid: (): ExtensionReply =>
    reply(409, 'Invoice unpaid - There is a receipt of what was received, and was not asked back'),
  busy: (): ExtensionReply => reply(503, 'Too many at once - Try again in a moment'),
  noCustomer: (): ExtensionReply => reply(404, 'Customer unknown - Nobody of yours has this id'),
  past: (): ExtensionReply => reply(400, 'Due date past - An invoice is due today or later'),
  unreadable: (problem: string): ExtensionReply => reply(400, `Invalid data - ${problem}`),
} as const;
