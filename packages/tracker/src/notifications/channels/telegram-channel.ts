import { host } from '@rastro/base/host';
import { fail, ok } from '@rastro/base';
import type { Directory } from '../../directory/directory.ts';
import { judge, type OutgoingAnswer, type SafeFetch } from '@rastro/outgoing';
import { replaceTarget, targetsIn } from './attribute-targets.ts';
import { maskedEnds, type Channel, type Letter, type Outcome } from './channel.ts';
import { withPlace } from '../message.ts';

export interface TelegramOptions {
  /** Of the bot; part of every address, so addresses are never logged. */
  readonly token: string;
  /** Base address of the Bot API. */
  readonly url: string;
}
const ATTRIBUTE = 'telegramChatId';
const LONGEST_TEXT = 4096;

interface Reply {
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number };
}

/**
 * @source docs/reference/integrations.md §3.1, §3.2. Texts are sent without a parse mode, so nothing needs escaping.
 */
export function telegramChannel(
  { token, url }: TelegramOptions,
  fetch: SafeFetch,
  directory: Directory,
): Channel {
  const call = (method: string, body: object, signal: AbortSignal) =>
    fetch(
      {
        method: 'POST',
        url: new URL(`${url}/bot${token}/${method}`),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      signal,
    );

  const send = async ({ user, target, message }: Letter, signal: AbortSignal): Promise<Outcome> => {
    const text = withPlace(message).slice(0, LONGEST_TEXT);
    const answer = await call('sendMessage', { chat_id: target, text }, signal);
    if (!answer.ok) return answer;
    const moved = replyIn(answer.value).parameters?.migrate_to_chat_id;
    if (moved !== undefined) {
      await replaceTarget(directory, { userId: user.id, attribute: ATTRIBUTE, target, by: String(moved) });
      const again = await call('sendMessage', { chat_id: moved, text }, signal);
      return again.ok ? verdict(again.value) : again;
    }
    const outcome = verdict(answer.value);
    const { position } = message;
    if (!outcome.ok || !message.withLocation || !position) return outcome;
    const { latitude, longitude } = position;
    // The text has arrived; a location that does not follow is no reason to send it again.
    await call('sendLocation', { chat_id: target, latitude, longitude }, signal);
    return outcome;
  };
  return {
    name: 'telegram',
    repeatsUncertain: true,
    targets: (user) => targetsIn(user, ATTRIBUTE),
    send,
    forget: (user, target) =>
      replaceTarget(directory, { userId: user.id, attribute: ATTRIBUTE, target, by: null }),
    mask: maskedEnds,
  };
}

function verdict(answer: OutgoingAnswer): Outcome {
  const { description = '', parameters } = replyIn(answer);
  const { status } = answer;
  const detail = `answered ${status} ${description}`.slice(0, 200);
  if (status === 429)
    return fail({
      code: 'rate_limited',
      detail,
      afterMs: parameters?.retry_after ? parameters.retry_after * 1000 : null,
    });
  if (status === 403) return fail({ code: 'invalid_target', detail });
  if (status === 400)
    return fail({
      code: /chat not found|chat_id is empty/.test(description) ? 'invalid_target' : 'invalid_request',
      detail,
    });
  // Telegram says 404 to a wrong token.
  if (status === 401 || status === 404) return fail({ code: 'unauthorized', detail });
  const usual = judge(answer, host.now());
  return usual.ok ? ok(undefined) : usual;
}

function replyIn({ body }: OutgoingAnswer): Reply {
  try {
    return Object(JSON.parse(body)) as Reply;
  } catch {
    return {}; // Not Telegram's own answer, e.g. a proxy's.
  }
}
