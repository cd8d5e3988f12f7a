import type { MessageDeps } from '@rastro/extension';
import { createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import type { Settings } from './registry.ts';

const LIMITS = { timeoutMs: 30_000, maxBytes: 65_536 };

/** Sends text messages of the extension by the operator's gateway; null = none is set. */
export function textGateway({ SMS_URL, SMS_TEMPLATE, SMS_HEADERS }: Settings): MessageDeps['text'] {
  if (SMS_URL === null) return null;
  // The operator names the host; nobody else chooses it.
  const fetch = createSafeFetch({ ...LIMITS, allowPrivate: true });
  const gateway = createSmsGateway({ url: SMS_URL, template: SMS_TEMPLATE, headers: SMS_HEADERS }, fetch);
  return async (message, signal) => {
    const answer = await gateway.send(message, signal);
    if (answer.ok) return { outcome: 'sent' };
    const { code, detail } = answer.error;
    const isFinal = code === 'invalid_target' || code === 'invalid_request';
    return isFinal ? { outcome: 'never', reason: detail } : { outcome: 'later' };
  };
}
