import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { fill } from '../../testing/fill.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ShareScreen } from './share-screen.tsx';

const routes = () => [
  { path: '/share/:token?', element: <ShareScreen /> },
  { path: '/home', element: <p>Inside</p> },
];
const serverWith = (status: number) =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}) })
    .on('GET /api/session', ({ query }) =>
      query.get('token') === null
        ? { status: 404 }
        : status === 200
          ? { body: aUser({ attributes: { isShared: true } }) }
          : { status },
    );

test('[WEB-191] a link to a share says what it is, and opens when its guest says so', async () => {
  const server = serverWith(200);
  await openPage({ server, at: '/share/tok', routes });
  await screen.findByText('Opening share link');
  expect(server.seen.some(({ query }) => query.has('token'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('Inside');
});

test('[WEB-191] a wrong, ended or guessed link is called expired; a rate limit is not', async () => {
  for (const status of [401, 403, 404]) {
    const page = await openPage({ server: serverWith(status), at: '/share/tok', routes });
    await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
    await screen.findByText('This link has expired.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open' })).toBeNull());
    page.unmount();
  }
  const page = await openPage({ server: serverWith(429), at: '/share/tok', routes });
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await screen.findByRole('alert');
  expect(screen.queryByText('This link has expired.')).toBeNull();
  page.unmount();
});

test('[WEB-303] without a token a link may be pasted; text that is no link is an error', async () => {
  const page = await openPage({ server: serverWith(200), at: '/share', routes });
  await fill(await screen.findByLabelText('Share link or code'), 'not a link');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('This link has expired.');
  await fill(screen.getByLabelText('Share link or code'), 'https://fleet.example/share/tok');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await screen.findByText('Inside');
  expect(page.path()).not.toContain('share');
});
