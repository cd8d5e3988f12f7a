import type { AttributeValue, Attributes } from '@rastro/fleet';
import type { AttributeColumns } from './attribute-columns.ts';

/** The attributes of each row, of the names that were read. */
export function attributesOf(found: AttributeColumns<AttributeValue>): Attributes[] {
  const { names, sets, setOfRow, columns } = found;
  const next = names.map(() => 0);
  return Array.from(setOfRow, (place) => {
    const attributes: Record<string, AttributeValue> = {};
    for (const at of sets[place] ?? []) {
      const row = next[at] ?? 0;
      next[at] = row + 1;
      const value = columns[at]?.[row];
      if (value !== undefined) put(attributes, names[at] ?? '', value);
    }
    return attributes;
  });
}

/** The same as `JSON.stringify` writes it. */
export function attributeTextsOf(found: AttributeColumns<string>): string[] {
  const { names, sets, setOfRow, columns } = found;
  const heads = names.map((name) => `${JSON.stringify(name)}:`);
  const next = names.map(() => 0);
  return Array.from(setOfRow, (place) => {
    let text = '';
    for (const at of sets[place] ?? []) {
      const row = next[at] ?? 0;
      next[at] = row + 1;
      text += `${text === '' ? '' : ','}${heads[at] ?? ''}${columns[at]?.[row] ?? ''}`;
    }
    return `{${text}}`;
  });
}

/** An assignment to this name would set the prototype. */
const PROTOTYPE = '__proto__';

function put(attributes: Record<string, AttributeValue>, name: string, value: AttributeValue): void {
  if (name !== PROTOTYPE) attributes[name] = value;
  else
    Object.defineProperty(attributes, name, { value, writable: true, enumerable: true, configurable: true });
}
