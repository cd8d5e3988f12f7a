/**
 * Shares are called below the extension (docs/reference/requirements.md SPEC §7) and stored by the tracking server: one
 * route, reached by both addresses. @returns the address as the routes know it.
 */
export function trackingAddress(url: string, extPath: string): string {
  const below = `${extPath}/shares`;
  if (!url.startsWith(below)) return url;
  const rest = url.slice(below.length);
  return rest === '' || /^[/?]/.test(rest) ? `/api/shares${rest}` : url;
}
