/** The name in a Host header, without port and final dot; '' = it is none. */
export function hostNameOf(host: string): string {
  const text = host.trim().toLowerCase();
  const [, name = ''] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/.exec(text) ?? [];
  return name.replace(/\.$/, '');
}
