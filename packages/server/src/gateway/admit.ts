import type { Call } from './call.ts';
import type { ErrorReply } from './gateway-errors.ts';
import { accountStatus, stillSuspended, suspensionError } from './suspension-of.ts';
import type { SuspensionSource } from './suspension-source.ts';
import type { ForwardedReply, TrackingServer } from './tracking-server.ts';

/** Whether a call signs a user in, by password or by token. */
export function signsIn({ key, request }: Call): boolean {
  if (key === 'POST /session') return true;
  return key === 'GET /session' && new URLSearchParams(request.url.split('?')[1] ?? '').has('token');
}

/**
 * Checks a sign-in for debts: the tracking server, which accepted it, knows nothing of money. A suspended user gets the
 * amount due, and the new session ends; with a promise to pay (`trust`) they may sign in, once.
 * @returns null = not suspended.
 */
export async function rejectSuspended(
  call: Call,
  answer: ForwardedReply,
  { suspensions, tracking }: { readonly suspensions: SuspensionSource; readonly tracking: TrackingServer },
): Promise<ErrorReply | null> {
  const user = answer.status === 200 ? userIn(answer) : null;
  if (!user) return null;
  const status = await accountStatus({ suspensions, tracking }, user);
  if (!status.suspended) return null;
  const { ip: address } = call.request;
  const asksForTrust = call.body.form?.['trust'] === 'true';
  if (!status.isGuest && asksForTrust && (await suspensions.takeTrust({ userId: user.id, address })))
    return null;
  const suspended = await stillSuspended(suspensions, status);
  if (!suspended) return null;
  await endSession(answer, tracking, address);
  return suspensionError(status, suspended, status.isGuest ? [] : await suspensions.toPay(user.id));
}

/** User who has signed in, with the fields needed here; null = cannot be read. */
function userIn({ body }: ForwardedReply): { readonly id: number; readonly administrator: boolean } | null {
  const read: unknown = JSON.parse(body.toString('utf8'));
  if (typeof read !== 'object' || read === null || !('id' in read)) return null;
  const administrator = 'administrator' in read && read.administrator === true;
  return { id: Number(read.id), administrator };
}

async function endSession(
  { headers }: ForwardedReply,
  tracking: TrackingServer,
  address: string,
): Promise<void> {
  const cookies = [headers['set-cookie'] ?? []].flat();
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  if (cookie === '') return;
  await tracking.send({ method: 'DELETE', url: '/api/session', headers: { cookie }, body: null, address });
}
