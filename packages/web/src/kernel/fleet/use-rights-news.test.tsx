import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { useServices } from '../services.tsx';
import { valueOf } from '../queries/query-client.ts';
import { useRightsNews } from './use-rights-news.ts';

function Groups() {
  useRightsNews();
  const { client } = useServices();
  const { status } = useQuery({
    queryKey: ['groups'],
    retry: false,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  return <p>{status}</p>;
}

test('[KEPT-8] a read without a network fails rather than loading for ever, and is tried again when it is back', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('GET /api/groups', { body: [] });
  const fleet = new MemoryFleet([aVehicle({})]);
  await openPage({
    server,
    fleet,
    at: '/',
    routes: () => [
      { path: '/', element: <Link to="/groups">Groups</Link> },
      { path: '/groups', element: <Groups /> },
    ],
  });
  server.isDown = true;
  await userEvent.click(await screen.findByRole('link'));
  await screen.findByText('error');
  act(() => fleet.connect({ state: 'waiting', retryAt: 0 }));
  server.isDown = false;
  act(() => fleet.connect({ state: 'live' }));
  await screen.findByText('success');
  expect(server.requests('GET /api/groups')).toHaveLength(1);
});
