/**
 * Reads XML without a document type: entities could grow without an end, and nothing that we read needs them.
 * @returns why it cannot be read.
 */
export function parseXml(text: string): Document | 'dangerous' | 'notWellFormed' {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'dangerous';
  const parse = (source: string): Document | null => {
    const read = new DOMParser().parseFromString(source, 'application/xml');
    return read.querySelector('parsererror') === null ? read : null;
  };
  return parse(text) ?? parse(withPrefixes(text)) ?? 'notWellFormed';
}

/** Declares prefixes that a file uses and does not declare, as some programs leave them out (`gx:`, `xsi:`). */
function withPrefixes(text: string): string {
  const used = [...text.matchAll(/[<\s/]([A-Za-z_][\w.-]*):[A-Za-z_]/g)].map(([, prefix = '']) => prefix);
  const declared = new Set([...text.matchAll(/xmlns:([\w.-]+)\s*=/g)].map(([, prefix]) => prefix));
  const missing = [...new Set(used)].filter((prefix) => !/^xml/i.test(prefix) && !declared.has(prefix));
  if (missing.length === 0 || missing.length > MAX_PREFIXES) return text;
  const declarations = missing.map((prefix) => ` xmlns:${prefix}="urn:undeclared:${prefix}"`).join('');
  return text.replace(/<([A-Za-z_][\w.-]*(?::[\w.-]+)?)(?=[\s>/])/, `<$1${declarations}`);
}
const MAX_PREFIXES = 20;

/** Elements below, by their name without a prefix. */
export const allNamed = (parent: Document | Element, name: string): readonly Element[] =>
  Array.from(parent.getElementsByTagNameNS('*', name));

/** Text of the first such child; empty = there is none. */
export const childText = (parent: Element, name: string): string =>
  Array.from(parent.children)
    .find(({ localName }) => localName === name)
    ?.textContent?.trim() ?? '';
