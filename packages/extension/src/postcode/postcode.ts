import { postcodeDigits, type PostcodeAddress, type User } from '@rastro/fleet';
import { AnswerMemory } from '../answer-memory.ts';
import type { ExtensionReply } from '../extension-route.ts';
import { fieldsOf, type AskOutside, type OutsideAnswer } from '../outside.ts';

export interface PostcodeOptions {
  /** Address of the service with {code}; null = off. */
  readonly url: string | null;
  readonly ask: AskOutside;
  /** Counts a call. @returns seconds to wait; 0 = go ahead. */
  readonly waitSeconds: (userId: number) => number;
  readonly now: () => number;
}
interface PostcodeCall {
  readonly params: { readonly code: string };
  readonly caller: Pick<User, 'id'>;
}

/** Streets move seldom. */
const MONTH_MS = 30 * 86_400_000;
/** New ones are given out; a service that is away comes back. */
const FAILURE_LIFE_MS = 600_000;
const MAX_POSTCODES = 20_000;
const LONGEST = 200;
/** Nothing is known: the form stays as it is. */
const NO_CONTENT: ExtensionReply = { status: 204, body: '' };

/**
 * Address of a postcode, from an external service. No content if the service is off, silent or broken, or does not know
 * it.
 */
export function postcodes(options: PostcodeOptions): (call: PostcodeCall) => Promise<ExtensionReply> {
  const { url, ask, now } = options;
  const memory = new AnswerMemory<PostcodeAddress>({
    limit: MAX_POSTCODES,
    lifeMs: MONTH_MS,
    failureLifeMs: FAILURE_LIFE_MS,
    now,
  });
  return async ({ params, caller }) => {
    const code = postcodeDigits(params.code);
    if (code === null) return { status: 400, body: 'Invalid data - code: is not eight digits' };
    if (url === null) return NO_CONTENT;
    const seconds = options.waitSeconds(caller.id);
    if (seconds > 0) {
      const headers = { 'retry-after': String(seconds) };
      return { status: 429, headers, body: `Too many tries - Wait ${seconds} seconds` };
    }
    const address = await memory.answer(code, async () =>
      readPostcode(await ask(new URL(url.replaceAll('{code}', code))), code),
    );
    return address === null ? NO_CONTENT : { status: 200, body: address };
  };
}

/** @source docs/reference/integrations.md §7.1: ViaCEP reports an unknown postcode by status 200 and a field `erro`. */
export function readPostcode(answer: OutsideAnswer | null, code: string): PostcodeAddress | null {
  const fields = fieldsOf(answer);
  if (fields === null || 'erro' in fields) return null;
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim().slice(0, LONGEST) : '';
  };
  // Another service, or another answer: what names no town of this postcode helps nobody.
  if (postcodeDigits(text('cep')) !== code || text('localidade') === '') return null;
  return {
    postcode: code,
    street: text('logradouro'),
    district: text('bairro'),
    city: text('localidade'),
    state: text('uf'),
  };
}
