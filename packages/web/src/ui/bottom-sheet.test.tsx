import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { BottomSheet } from './bottom-sheet.tsx';

test('[WEB-86] Escape in something else that is open leaves the sheet of the phone open', async () => {
  const onClose = vi.fn();
  const header = {
    title: 'Vehicles',
    titleId: 'sheet-title',
    badge: null,
    actions: null,
    onBack: null,
    onClose,
  };
  const page = (
    <>
      <nav aria-label="Menu">
        <a href="/devices">Vehicles</a>
      </nav>
      <BottomSheet titleId="sheet-title" header={header} tall={false} onClose={onClose}>
        <input aria-label="Search" />
      </BottomSheet>
    </>
  );
  await openPage({ server: new MemoryServer(), at: '/', routes: () => [{ path: '/', element: page }] });
  const field = await screen.findByLabelText('Search');
  screen.getByText('Vehicles', { selector: 'nav a' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(field);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});
