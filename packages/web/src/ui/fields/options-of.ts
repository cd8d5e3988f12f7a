import type { FieldOption } from './field-table.ts';

/**
 * Objects as the options of a select, after none of them. One that another user chose, and that this user does not see,
 * stays.
 */
export function optionsOf(
  items: readonly { readonly id: number; readonly name: string }[],
  chosen: number,
  texts: { readonly none: string; readonly foreign: string },
): readonly FieldOption<number>[] {
  const isForeign = chosen > 0 && !items.some(({ id }) => id === chosen);
  return [
    { value: 0, label: texts.none },
    ...(isForeign ? [{ value: chosen, label: texts.foreign }] : []),
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ];
}
