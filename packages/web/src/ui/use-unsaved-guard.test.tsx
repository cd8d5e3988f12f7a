import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

function Work({ isLoss, onLeave }: { readonly isLoss: boolean; readonly onLeave: () => void }) {
  const guard = useUnsavedGuard(true);
  return (
    <>
      <button type="button" onClick={() => guard.leave(onLeave, isLoss)}>
        Cancel the work
      </button>
      {guard.question}
    </>
  );
}
const open = async (isLoss: boolean) => {
  const onLeave = vi.fn();
  const routes = () => [{ path: '/', element: <Work isLoss={isLoss} onLeave={onLeave} /> }];
  await openPage({ server: new MemoryServer(), at: '/', routes });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the work' }));
  return onLeave;
};

test('[WEBFENCE-400] a button that gives up work asks once, and stays if the user says so', async () => {
  const onLeave = await open(true);
  expect(onLeave).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the work' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(onLeave).toHaveBeenCalledTimes(1);
});

test('[WEBFENCE-400] where nothing would be lost it goes on at once', async () => {
  expect(await open(false)).toHaveBeenCalledTimes(1);
});
