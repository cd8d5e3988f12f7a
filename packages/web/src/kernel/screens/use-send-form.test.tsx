import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useSendForm } from './use-send-form.ts';

interface Wish {
  readonly name: string;
  readonly kind: 'all' | 'one';
  readonly detail: string;
}

function Wishes({ onSent }: { readonly onSent: (wish: Wish) => void }) {
  const form = useSendForm<Wish, Wish>({
    initial: { name: '', kind: 'all', detail: '' },
    fields: ({ kind, detail }) => ({
      name: { kind: 'text', label: 'Name', required: 'Nameless', maxLength: 5 },
      kind: {
        kind: 'select',
        label: 'Kind',
        options: [
          { value: 'all', label: 'All' },
          { value: 'one', label: 'One' },
        ],
        also: () => ({ detail: '' }),
      },
      detail: {
        kind: 'text',
        label: 'Detail',
        isHidden: kind === 'all',
        problem: detail === '' && 'No detail',
      },
    }),
    write: async (wish) => ({ ok: true, value: wish }),
    onDone: onSent,
  });
  return <FormDialog form={form} title="Wishes" submit="Send" onClose={() => undefined} />;
}

test('[WRITE-6] problems are shown on sending, hidden fields have none, and a value takes others along', async () => {
  const sent: Wish[] = [];
  await openPage({
    server: new MemoryServer()
      .on('GET /api/server', { body: aServer({}) })
      .on('GET /api/session', { body: aUser({}) }),
    at: '/',
    routes: () => [{ path: '*', element: <Wishes onSent={(wish) => sent.push(wish)} /> }],
  });
  const send = async (): Promise<void> =>
    userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
  expect(screen.queryByText('Nameless')).toBeNull();
  await send();
  await screen.findByText('Nameless');
  await userEvent.type(name, 'Too long');
  expect(name.value).toBe('Too l');
  await send();
  await waitFor(() => expect(sent).toEqual([{ name: 'Too l', kind: 'all', detail: '' }]));

  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'one');
  await screen.findByText('No detail');
  await userEvent.type(screen.getByLabelText('Detail'), 'x');
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'all');
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'one');
  await send();
  await screen.findByText('No detail');
  expect(sent).toHaveLength(1);
});
