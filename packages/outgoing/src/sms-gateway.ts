import { host } from '@rastro/base/host';
import { fail, type Result } from '@rastro/base';
import type { DeliveryFailure } from './delivery-failure.ts';
import { judge, type SafeFetch } from './safe-fetch.ts';

/** An HTTP gateway that sends text messages. `{phone}` and `{message}` are replaced. */
export interface SmsOptions {
  /** May hold the placeholders itself; without a template they must, and it is called with GET. */
  readonly url: string;
  /** Body: a form, JSON (`{` or `[`) or XML (`<`); empty = GET. */
  readonly template: string;
  /** For example Authorization. */
  readonly headers: Readonly<Record<string, string>>;
}
export interface TextMessage {
  /** With country code, e.g. +5511999998888. */
  readonly phone: string;
  readonly message: string;
}
export interface SmsGateway {
  readonly enabled: boolean;
  /** Never retries: a message that was taken must not be paid and read twice. */
  send(text: TextMessage, signal: AbortSignal): Promise<Result<unknown, DeliveryFailure>>;
}

/** @source docs/reference/integrations.md §3.3 */
export function createSmsGateway(options: SmsOptions | null, fetch: SafeFetch): SmsGateway {
  if (!options) {
    const failure: DeliveryFailure = { code: 'unauthorized', detail: 'no SMS gateway is set' };
    return { enabled: false, send: async () => fail(failure) };
  }
  const { template, headers } = options;
  const kind = kindOf(template);
  return {
    enabled: true,
    send: async (text, signal) => {
      const address = filled(options.url, text, encodeURIComponent);
      if (!URL.canParse(address)) return fail({ code: 'unauthorized', detail: 'SMS_URL is not an address' });
      const url = new URL(address);
      const body = filled(template, text, kind.escape);
      const answer = await fetch(
        template === ''
          ? { method: 'GET', url, headers }
          : { method: 'POST', url, headers: { 'content-type': kind.type, ...headers }, body },
        signal,
      );
      if (!answer.ok) return answer;
      return judge(answer.value, host.now());
    },
  };
}

type Escape = (text: string) => string;

const filled = (template: string, { phone, message }: TextMessage, escape: Escape): string =>
  template.replaceAll(/\{(phone|message)\}/g, (_all, name: string) =>
    escape(name === 'phone' ? phone : message),
  );

/** The first character decides, as in Traccar. */
function kindOf(template: string): { readonly type: string; readonly escape: Escape } {
  // A placeholder's brace is no JSON.
  const first = filled(template, { phone: '0', message: '0' }, String).trim().charAt(0);
  if (first === '<') return { type: 'application/xml; charset=utf-8', escape: escapeXml };
  if (first === '{' || first === '[')
    return { type: 'application/json; charset=utf-8', escape: (text) => JSON.stringify(text).slice(1, -1) };
  return { type: 'application/x-www-form-urlencoded; charset=utf-8', escape: encodeURIComponent };
}

const XML: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml: Escape = (text) => text.replaceAll(/[<>&"']/g, (character) => XML[character] ?? '');
