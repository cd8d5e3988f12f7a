import type { AskOutside } from '../outside.ts';

export interface DomainLookup {
  /** TXT records of a name, each as one text; none where there are none or nobody answers. */
  readonly resolveTxt: (name: string) => Promise<readonly string[]>;
  /** Asks a page outside; never one in a private network. */
  readonly ask: AskOutside;
}

/** Where the token of a domain stands; a label of its own, so that a CNAME at the domain is not in its way. */
export const TXT_LABEL = '_rastro-domain';
export const TOKEN_PATH = '/.well-known/rastro-domain';

/** Checks that the owner of a domain grants it to this token. @returns the kind of proof; null = none. */
export async function verifyDomain(
  { resolveTxt, ask }: DomainLookup,
  domain: string,
  token: string,
): Promise<'dns' | 'file' | null> {
  const records = await resolveTxt(`${TXT_LABEL}.${domain}`).catch(() => []);
  if (records.some((record) => record.trim() === token)) return 'dns';
  for (const scheme of ['https', 'http']) {
    const answer = await ask(new URL(`${scheme}://${domain}${TOKEN_PATH}`));
    if (answer?.status === 200 && answer.body.trim() === token) return 'file';
  }
  return null;
}
