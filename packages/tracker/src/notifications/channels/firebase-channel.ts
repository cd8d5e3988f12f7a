import { fail, ok, type Clock } from '@rastro/base';
import type { Directory } from '../../directory/directory.ts';
import { judge, type OutgoingAnswer, type SafeFetch } from '@rastro/outgoing';
import { replaceTarget, targetsIn } from './attribute-targets.ts';
import { maskedEnds, type Channel, type Letter, type Outcome } from './channel.ts';
import { GoogleToken, type ServiceAccount } from './google-token.ts';
import { withPlace } from '../message.ts';

export interface FirebaseOptions {
  readonly account: ServiceAccount;
  /** Base address of FCM. */
  readonly url: string;
}
const ATTRIBUTE = 'notificationTokens';
const LONGEST_BODY = 1000;

/** Push to phones by FCM HTTP v1. @source docs/reference/integrations.md §2.4 */
export function firebaseChannel(
  { account, url }: FirebaseOptions,
  {
    fetch,
    clock,
    directory,
  }: { readonly fetch: SafeFetch; readonly clock: Clock; readonly directory: Directory },
): Channel {
  const tokens = new GoogleToken(account, fetch, clock);
  const address = new URL(`${url}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`);

  const send = async (letter: Letter, signal: AbortSignal): Promise<Outcome> => {
    for (let isSecond = false; ; isSecond = true) {
      const token = await tokens.get(signal);
      if (!token.ok) return token;
      const answer = await fetch(
        {
          method: 'POST',
          url: address,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token.value}` },
          body: JSON.stringify({ message: fcmMessage(letter) }),
        },
        signal,
      );
      if (!answer.ok) return answer;
      const { status, code } = errorIn(answer.value);
      if (answer.value.status === 401 && status === 'UNAUTHENTICATED' && code === null) {
        tokens.drop(token.value);
        if (!isSecond) continue;
      }
      return verdict(answer.value, clock.now());
    }
  };
  return {
    name: 'firebase',
    repeatsUncertain: true,
    targets: (user) => targetsIn(user, ATTRIBUTE),
    send,
    forget: (user, target) =>
      replaceTarget(directory, { userId: user.id, attribute: ATTRIBUTE, target, by: null }),
    mask: maskedEnds,
  };
}

/** All values of `data` must be texts. */
function fcmMessage({ target, message }: Letter): object {
  const { event, isUrgent } = message;
  return {
    token: target,
    notification: { title: message.subject.slice(0, 200), body: withPlace(message).slice(0, LONGEST_BODY) },
    ...(event
      ? { data: { eventId: String(event.id), deviceId: String(event.deviceId), type: event.type } }
      : {}),
    ...(isUrgent ? { android: { priority: 'high' }, apns: { headers: { 'apns-priority': '10' } } } : {}),
  };
}

interface FcmError {
  /** Google's status word. */
  readonly status: string;
  /** FCM's own code; null = the error is not about the message's target. */
  readonly code: string | null;
}
function errorIn({ body }: OutgoingAnswer): FcmError {
  try {
    const { error } = JSON.parse(body) as {
      error?: { status?: string; details?: readonly { '@type'?: string; errorCode?: string }[] };
    };
    const own = error?.details?.find((detail) => detail['@type']?.endsWith('FcmError'));
    return { status: error?.status ?? '', code: own?.errorCode ?? null };
  } catch {
    return { status: '', code: null }; // Not Google's own answer.
  }
}

function verdict(answer: OutgoingAnswer, now: number): Outcome {
  const { code } = errorIn(answer);
  const detail = `answered ${answer.status} ${code ?? ''}`.trim();
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH' || code === 'INVALID_ARGUMENT')
    return fail({ code: 'invalid_target', detail });
  // Without FCM's own word it is our message or our project that is wrong, not the phone.
  if (answer.status === 404) return fail({ code: 'unauthorized', detail });
  const judged = judge(answer, now);
  return judged.ok ? ok(undefined) : judged;
}
