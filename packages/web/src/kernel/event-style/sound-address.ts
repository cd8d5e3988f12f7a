import { soundUrl } from '@rastro/fleet';

/** The address of a custom sound, encrypted or from this server; null = not allowed. */
export function soundAddress(address: string | null, origin: string): string | null {
  const url = address === null ? null : soundUrl(address, origin);
  return url !== null && (url.protocol === 'https:' || url.origin === origin) ? url.href : null;
}
