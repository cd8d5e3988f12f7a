import { encodeRights } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { useServices } from '../services.tsx';
import { useNoticeFailures } from './use-notice-failures.ts';
import { useWrite } from './use-write.ts';

const TOUCHED = ['touched'];

function Writer({ goesOn }: { goesOn: boolean }) {
  const { client } = useServices();
  useQuery({ queryKey: TOUCHED, queryFn: ({ signal }) => client.server.read(signal) });
  const { busy, failure, run } = useWrite((id: number, signal) => client.devices.remove(id, signal), {
    touches: TOUCHED,
    goesOn,
  });
  return (
    <>
      <button type="button" onClick={() => void run(7)}>
        Go
      </button>
      <p role="status">{busy ? 'busy' : (failure?.code ?? 'idle')}</p>
      <a href="/elsewhere">Away</a>
    </>
  );
}

const aSignedInServer = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}) })
    .on('GET /api/session', { body: aUser({ attributes: { 'rastro.advancedPerms': encodeRights([]) } }) });
const openWriter = (server: MemoryServer, goesOn = false): Promise<Page> =>
  openPage({ server, at: '/', routes: () => [{ path: '*', element: <Writer goesOn={goesOn} /> }] });
const go = async (): Promise<void> => userEvent.click(await screen.findByRole('button', { name: 'Go' }));
const CALL = 'DELETE /api/devices/7';

test('[WRITE-1] a 401 on a write ends the session', async () => {
  const page = await openWriter(aSignedInServer().on(CALL, { status: 401 }));
  await go();
  await waitFor(() => expect(page.session.state()).toMatchObject({ kind: 'signedOut', ended: true }));
});

test('[WRITE-1] a 401 among many writes ends it, too', async () => {
  const failure = {
    code: 'X',
    status: 401,
    message: '',
    body: null,
    challenge: null,
    trustAvailable: false,
  } as const;
  function Many() {
    const notice = useNoticeFailures();
    return (
      <button type="button" onClick={() => notice([{ failure }])}>
        Go
      </button>
    );
  }
  const server = aSignedInServer();
  const page = await openPage({ server, at: '/', routes: () => [{ path: '*', element: <Many /> }] });
  await go();
  expect(page.session.state()).toMatchObject({ kind: 'signedOut', ended: true });
});

test('[WRITE-2] an error stands where it happened, until the next try works', async () => {
  const server = aSignedInServer().on(CALL, { status: 500, body: 'no' });
  const page = await openWriter(server);
  await go();
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toMatch(/idle|busy/));
  expect(page.session.state().kind).toBe('signedIn');
  server.on(CALL, { status: 204 });
  await go();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('idle'));
});

test('[WRITE-3] a second press does nothing', async () => {
  const server = aSignedInServer().on(CALL, { status: 204 });
  await openWriter(server);
  const button = await screen.findByRole('button', { name: 'Go' });
  button.click();
  button.click();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('idle'));
  expect(server.requests(CALL)).toHaveLength(1);
});

test('[WRITE-3] without a network it fails at once', async () => {
  const server = aSignedInServer();
  await openWriter(server);
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => isOnline.mockRestore());
  server.isDown = true;
  await go();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('CONNECTION_ERROR'));
});

test.each([false, true])('[WRITE-4] leaving the screen stops it, unless it goes on: %s', async (goesOn) => {
  const server = aSignedInServer();
  const answer = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<AbortSignal>();
  const known = server.fetch;
  server.fetch = (input, init) => {
    if (init.method !== 'DELETE') return known(input, init);
    asked.resolve(init.signal ?? AbortSignal.abort());
    return answer.promise;
  };
  const page = await openWriter(server, goesOn);
  await go();
  const signal = await asked.promise;
  page.unmount();
  expect(signal.aborted).toBe(!goesOn);
  if (goesOn) answer.resolve(new Response(null, { status: 204 }));
  // As the browser does. Nobody waits for it: a rejection that nobody handles fails the test.
  else answer.reject(signal.reason as Error);
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test('[WRITE-4] the lists that it touches are read again, also after an error', async () => {
  const server = aSignedInServer().on(CALL, { status: 500, body: 'no' });
  await openWriter(server);
  await waitFor(() => expect(server.requests('GET /api/server').length).toBe(2));
  await go();
  await waitFor(() => expect(server.requests('GET /api/server').length).toBe(3));
});
