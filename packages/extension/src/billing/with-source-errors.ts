import type { ExtensionReply } from '../extension-route.ts';
import { TrackingFailure } from '../tracking-failure.ts';
import { billingErrors } from './billing-errors.ts';
import { NoUserSource } from './billing-deps.ts';

/** Answers a call as long as the tracking server can be asked who is who. */
export async function withSourceErrors(answer: () => Promise<ExtensionReply>): Promise<ExtensionReply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NoUserSource) return billingErrors.notSetUp();
    if (error instanceof TrackingFailure) return billingErrors.unreachable();
    throw error;
  }
}
