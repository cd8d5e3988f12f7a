import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Finds one of many in the field of this name, as a user does who types a part of it and presses its row. */
export async function choose(
  label: string | RegExp,
  typed: string,
  name: string | RegExp = typed,
): Promise<void> {
  const field = await screen.findByRole('combobox', { name: label });
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  const rows = await screen.findByRole('listbox', { name: label });
  await userEvent.click(within(rows).getByRole('option', { name }));
}
