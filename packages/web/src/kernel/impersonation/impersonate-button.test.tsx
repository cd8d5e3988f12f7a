import type { User } from '@rastro/fleet';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ImpersonateButton } from './impersonate-button.tsx';

const aPage = (me: Partial<User>, user: User, onDone: () => void = () => undefined) => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser(me) })
    .on('GET /api/session/9', { body: user });
  const element = (
    <>
      <p>Here</p>
      <ImpersonateButton user={user} onDone={onDone} />
    </>
  );
  return openPage({ server, at: '/', routes: () => [{ path: '/', element }] });
};

test('[ACTAS-1] an administrator impersonates a user, and the page is loaded again', async () => {
  let isDone = false;
  await aPage({ administrator: true }, aUser({ id: 9 }), () => (isDone = true));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as this user' }));
  await waitFor(() => expect(isDone).toBe(true));
});

test('[ACTAS-1] it is not offered for oneself, for who has more, and for who may not come in', async () => {
  const cases: readonly (readonly [Partial<User>, Partial<User>])[] = [
    [{ administrator: true }, { id: 1 }],
    [{ userLimit: 2, limitCommands: true }, { id: 9 }],
    [{ userLimit: 2 }, { id: 9, administrator: true }],
    [{ administrator: true }, { id: 9, disabled: true }],
  ];
  for (const [me, user] of cases) {
    const page = await aPage(me, aUser(user));
    await screen.findByText('Here');
    expect(screen.queryByRole('button', { name: 'Sign in as this user' })).toBeNull();
    page.unmount();
  }
});
