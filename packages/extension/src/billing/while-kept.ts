import type { ExtensionReply } from '../extension-route.ts';
import { TrackingFailure } from '../tracking-failure.ts';
import { billingRefusals } from './billing-refusals.ts';
import { NoPeopleSource } from './billing-room.ts';

/** Answers a call as long as the tracking server can be asked who is who. */
export async function whileKept(answer: () => Promise<ExtensionReply>): Promise<ExtensionReply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NoPeopleSource) return billingRefusals.notKept();
    if (error instanceof TrackingFailure) return billingRefusals.unreachable();
    throw error;
  }
}
