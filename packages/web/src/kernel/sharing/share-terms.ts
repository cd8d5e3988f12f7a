import { momentOf } from '../../i18n/zoned-time.ts';

/** Duration of a share, by its name. @source docs/reference/requirements.md PRODUCT §5 */
export const SHARE_TERMS = {
  m15: 15 * 60_000,
  h1: 3_600_000,
  h2: 2 * 3_600_000,
  h8: 8 * 3_600_000,
  h24: 24 * 3_600_000,
  d7: 7 * 24 * 3_600_000,
} as const;
export type ShareTerm = keyof typeof SHARE_TERMS;
export const SHARE_TERM_NAMES = Object.keys(SHARE_TERMS) as readonly ShareTerm[];

/**
 * End of a share: the server lets none outlive the account of its owner.
 * @param asked Milliseconds since 1970.
 * @param accountEnd ISO 8601; null = the account has no end.
 */
export function shareEnd(asked: number, accountEnd: string | null): number {
  return accountEnd === null ? asked : Math.min(asked, Date.parse(accountEnd));
}

/** Reads the local time that was typed; null = it is none, or is over. */
export function readEnd(
  text: string,
  { now, zone }: { readonly now: number; readonly zone: string },
): number | null {
  const at = momentOf(text, zone);
  return Number.isNaN(at) || at <= now ? null : at;
}

/**
 * The address that lets a guest in and shows what is shared.
 * @source docs/reference/requirements.md SPEC §2 "/share/:token"
 */
export const shareLink = (token: string, origin: string): string =>
  new URL(`/share/${encodeURIComponent(token)}`, origin).href;

/** Opens WhatsApp with a message; the user chooses the recipient there. */
export const whatsappLink = (message: string): string => `https://wa.me/?text=${encodeURIComponent(message)}`;
