import { isIpAddress } from '@rastro/protocols/setups';

const PRIVATE = [
  /^0\./,
  /^10\./,
  /^127\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
];

/** Can no tracker on a mobile network reach it? Names without a dot and private addresses mean this machine or its network. */
export function isUnreachable(host: string): boolean {
  if (host === '' || host.startsWith('[')) return !/^\[[23]/.test(host);
  if (isIpAddress(host)) return PRIVATE.some((range) => range.test(host));
  return !host.includes('.') || /\.(local|localhost|internal|lan|home)$/.test(host);
}

/**
 * The host to enter in a tracker. The page's own comes first where it is a public name: customers of a brand see the
 * domain of the brand. Else the one that the operator set.
 */
export function suggestedHost(pageHost: string, publicHost: string | null): string {
  const isName = !isUnreachable(pageHost) && !isIpAddress(pageHost);
  return isName ? pageHost : (publicHost ?? pageHost);
}
