import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { useSessionState } from '../../kernel/services.tsx';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { Leave } from './leave.tsx';

function Inside() {
  const state = useSessionState();
  return state.kind === 'signedIn' ? <p>Inside</p> : <Leave state={state} />;
}
const open = async (user: Partial<User>) => {
  const server = new MemoryServer()
    .on('GET /api/server', { body: aServer({}) })
    .on('GET /api/session', { body: aUser(user) })
    .on('DELETE /api/session', { status: 204 });
  const routes = () => [
    { path: '/devices', element: <Inside /> },
    { path: '/login', element: <p>Login</p> },
  ];
  const page = await openPage({ server, at: '/devices?x=1', routes });
  await screen.findByText('Inside');
  return page;
};

test('[WEB-193] a guest whose share has ended sees that, and leaves', async () => {
  const { session } = await open({ attributes: { isShared: true } });
  act(() => session.expire());
  await screen.findByRole('alertdialog', { name: 'Your session has expired!' });
  expect(screen.queryByText('Inside')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByText('Login');
});

test('[WEB-193] a user with an account goes to the login, and returns when the server ended the session', async () => {
  const ended = await open({});
  act(() => ended.session.expire());
  await screen.findByText('Login');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(ended.path()).toBe('/login?to=%2Fdevices%3Fx%3D1');
  ended.unmount();
  for (const user of [{}, { attributes: { isShared: true } }]) {
    const left = await open(user);
    await act(() => left.session.signOut(new AbortController().signal));
    await screen.findByText('Login');
    expect(left.path()).toBe('/login');
    left.unmount();
  }
});
