import type { Attributes, AttributeValue } from '@rastro/fleet';

/**
 * Reads some members of an object that JSON.stringify wrote, without reading the others: a report over millions of
 * positions needs a handful of their attributes.
 */
export function pickAttributes(text: string, names: readonly string[]): Attributes {
  // An object inside could hold the same names; those are rare, and read whole.
  if (text.includes('{', 1)) return picked(JSON.parse(text) as Attributes, names);
  const found: Record<string, AttributeValue> = {};
  for (const name of names) {
    // In a text a quote is written \", so that this can only be a name.
    const at = text.indexOf(`"${name}":`);
    if (at >= 0) found[name] = valueAt(text, at + name.length + 3);
  }
  return found;
}

function valueAt(text: string, start: number): AttributeValue {
  const first = text.charAt(start);
  if (first === '"' || first === '[')
    return JSON.parse(text.slice(start, endOf(text, start))) as AttributeValue;
  if (first === 't') return true;
  if (first === 'f') return false;
  if (first === 'n') return null;
  const comma = text.indexOf(',', start);
  return Number(text.slice(start, comma < 0 ? text.length - 1 : comma));
}

/** Where a text or a list that begins at `start` is over. */
function endOf(text: string, start: number): number {
  let inText = false;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text.charAt(i);
    if (inText && c === '\\') i++;
    else if (c === '"') inText = !inText;
    else if (!inText && c === '[') depth++;
    else if (!inText && c === ']') depth--;
    if (!inText && depth === 0) return i + 1;
  }
  return text.length;
}

function picked(attributes: Attributes, names: readonly string[]): Attributes {
  const found: Record<string, AttributeValue> = {};
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
