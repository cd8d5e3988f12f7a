import { isShared, type User } from '@rastro/fleet';
import type { ExtensionReply } from '../extension-route.ts';
import { listCases, writeCase } from './cases.ts';
import { coachingErrors, type CoachingDeps } from './coaching-deps.ts';
import { answerContest, contestForDriver, contestOwn } from './contests.ts';
import { readDriverPage } from './driver-page.ts';

/** The standard edition gives every right to everybody, guests too. */
const notGuest =
  <C extends { readonly caller: User }>(answer: (call: C) => Promise<ExtensionReply> | ExtensionReply) =>
  (call: C): Promise<ExtensionReply> | ExtensionReply =>
    isShared(call.caller) ? coachingErrors.guest() : answer(call);

/** Handlers of coaching, of contests and of the driver's own page. */
export const coachingHandlers = (coaching: CoachingDeps) => ({
  'GET /coaching/cases': notGuest(listCases(coaching)),
  'PUT /coaching/cases': notGuest(writeCase(coaching)),
  'POST /coaching/contests': notGuest(contestForDriver(coaching)),
  'PUT /coaching/contests/answer': notGuest(answerContest(coaching)),
  'GET /qr-driver/score': readDriverPage(coaching),
  'POST /qr-driver/contests': contestOwn(coaching),
});
