import type { ExtensionReply } from '../extension-route.ts';

const said = (status: number, body: string): ExtensionReply => ({ status, body });
/** Why something about invoices is not done, in the form of the tracking API. */
export const billingRefusals = {
  notKept: (): ExtensionReply =>
    said(501, 'Billing not set up - The operator has to set TRACKING_SERVER_TOKEN for it'),
  unreachable: (): ExtensionReply => said(502, 'Tracking server unreachable - Try again in a moment'),
  notSent: (why: string): ExtensionReply =>
    said(503, `Mail not sent - ${why === 'noServer' ? 'No mail server is set' : why}`),
  noInvoice: (): ExtensionReply => said(404, 'Invoice unknown - There is no such invoice'),
  unpaid: (): ExtensionReply =>
    said(409, 'Invoice unpaid - There is a receipt of what was received, and was not asked back'),
  busy: (): ExtensionReply => said(503, 'Too many at once - Try again in a moment'),
  noCustomer: (): ExtensionReply => said(404, 'Customer unknown - Nobody of yours has this id'),
  past: (): ExtensionReply => said(400, 'Due date past - An invoice is due today or later'),
  unreadable: (problem: string): ExtensionReply => said(400, `Invalid data - ${problem}`),
} as const;
