import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { choose } from '../testing/choose.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { Modal } from './dialog/modal.tsx';
import { SearchedSelect } from './searched-select.tsx';

const MANY = Array.from({ length: 10_000 }, (_, at) => ({
  value: String(at + 1),
  label: `São João ${at + 1}`,
}));

/** A dialog that keeps one of them, or adds them to a list. */
function Asked({ adds = false }: { readonly adds?: boolean }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return <p>closed</p>;
  return (
    <Modal title="Who" onClose={() => setOpen(false)}>
      <SearchedSelect
        label="Customer"
        options={MANY}
        clearable
        value={adds ? '' : (chosen[0] ?? '')}
        onChange={(value) => setChosen(value === '' ? [] : adds ? [...chosen, value] : [value])}
      />
      <output>{chosen.join()}</output>
    </Modal>
  );
}
const open = (element: React.ReactElement) =>
  openPage({ server: new MemoryServer(), at: '/', routes: () => [{ path: '/', element }] });
const storedText = (): string | null => screen.getByRole('status').textContent;

test('[WEB-197] one of ten thousand is found by words, without accents, and fifty rows are drawn', async () => {
  await open(<Asked />);
  const field = await screen.findByRole('combobox', { name: 'Customer' });
  expect(screen.queryByRole('listbox'), 'a dialog that opens covers nothing').toBeNull();
  await userEvent.click(field);
  const rows = within(await screen.findByRole('listbox', { name: 'Customer' })).getAllByRole('option');
  expect(rows).toHaveLength(51);
  expect(rows.at(-1)?.textContent).toBe('9950 more: type to find them');
  await choose('Customer', '9999 joao', 'São João 9999');
  expect([storedText(), field]).toEqual(['9999', expect.objectContaining({ value: 'São João 9999' })]);
  await userEvent.clear(field);
  await userEvent.type(field, 'nobody');
  await screen.findByText('Nothing found');
  expect(storedText(), 'an emptied field has none').toBe('');
});

test('[WEB-197] Enter takes the first row that is found; Escape closes the rows, then the dialog', async () => {
  await open(<Asked adds />);
  const field = await screen.findByRole('combobox', { name: 'Customer' });
  for (const text of ['777', '4321']) {
    await userEvent.type(field, `${text}{Enter}`);
    expect(field, 'what adds to a list begins anew').toHaveProperty('value', '');
  }
  expect(storedText()).toBe('777,4321');
  await userEvent.type(field, '12{Escape}');
  expect(screen.queryByRole('dialog'), 'the dialog stays').not.toBeNull();
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await userEvent.type(field, '{Escape}', { skipClick: true });
  await screen.findByText('closed');
});
