/** A number without an exponent: GPX knows none. Nine digits are a tenth of a millimetre. */
export const plainNumber = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(9) : text;
};

/**
 * Reads XML without a document type: entities could grow without an end, and nothing that we read needs them.
 * @returns why it cannot be read.
 */
export function parseXml(text: string): Document | 'dangerous' | 'notWellFormed' {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'dangerous';
  const read = new DOMParser().parseFromString(text, 'application/xml');
  return read.querySelector('parsererror') === null ? read : 'notWellFormed';
}

/** Elements below, by their name without a prefix. */
export const allNamed = (parent: Document | Element, name: string): readonly Element[] =>
  Array.from(parent.getElementsByTagNameNS('*', name));

/** Text of the first such child; empty = there is none. */
export const childText = (parent: Element, name: string): string =>
  Array.from(parent.children)
    .find(({ localName }) => localName === name)
    ?.textContent?.trim() ?? '';
