import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { useMapBase } from './use-map-base.ts';

const tiles = { id: 'tiles', name: 'Ours', url: 'https://a/{z}/{x}/{y}', attribution: '', maxZoom: 19 };

function Chooser() {
  const { baseId, choose } = useMapBase();
  return (
    <button type="button" onClick={() => choose('tiles')}>
      {baseId ?? 'none'}
    </button>
  );
}

async function chooseTiles(user: Partial<User>, status = 200): Promise<{ page: Page; server: MemoryServer }> {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ map: 'offline', ...user }) })
    .on('PUT /api/users/1', ({ body }) =>
      status === 200 ? { body } : { status, body: 'WRITE_ACCESS_DENIED - x' },
    )
    .on('GET /ext/assets/custom/config.json', {
      body: { brand: 'rastro', title: 'T', tileSources: [tiles] },
    });
  const page = await openPage({ server, at: '/', routes: () => [{ path: '/', element: <Chooser /> }] });
  await userEvent.click(await screen.findByRole('button', { name: 'none' }));
  await screen.findByRole('button', { name: 'tiles' });
  return { page, server };
}

test('[WEBMAP-27] a chosen base is kept with the account', async () => {
  const { page, server } = await chooseTiles({ attributes: { a: 1 }, zoom: 7 });
  await waitFor(() => expect(server.requests('PUT /api/users/1')).toHaveLength(1));
  const written = JSON.parse(server.requests('PUT /api/users/1')[0]?.body ?? '') as User;
  expect(written).toMatchObject({ map: 'tiles', zoom: 7, attributes: { a: 1 }, password: null });
  await waitFor(() => {
    const state = page.session.state();
    expect(state.kind === 'signedIn' && state.user.map).toBe('tiles');
  });
  expect(page.preferences.read('mapBase')).toBe(null);
});

test('[WEBMAP-27] where the account may not or could not take it, this browser remembers', async () => {
  const readonly = await chooseTiles({ readonly: true });
  expect(readonly.page.preferences.read('mapBase')).toBe('tiles');
  expect(readonly.server.requests('PUT /api/users/1')).toHaveLength(0);
  readonly.page.unmount();
  const rejected = await chooseTiles({}, 400);
  await waitFor(() => expect(rejected.page.preferences.read('mapBase')).toBe('tiles'));
});
