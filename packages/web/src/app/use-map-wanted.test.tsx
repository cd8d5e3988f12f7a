import { act, screen } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { test, vi } from 'vitest';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { useMapWanted } from './use-map-wanted.ts';

function Page() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate('/devices')}>
      {useMapWanted() ? 'drawn' : 'later'}
    </button>
  );
}
const open = (at: string) =>
  openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at,
    routes: () => [{ element: <Page />, path: '*' }],
  });

test('[OVER-41] a page that begins on the overview draws the map when it is gone to, and it stays', async () => {
  await open('/overview');
  const button = await screen.findByRole('button', { name: 'later' });
  act(() => button.click());
  await screen.findByRole('button', { name: 'drawn' });
});

test('[OVER-41] on every other screen the map is drawn at once, and under an overview after a while', async () => {
  await open('/devices');
  await screen.findByRole('button', { name: 'drawn' });
  document.body.replaceChildren();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open('/overview');
    await screen.findByRole('button', { name: 'later' });
    act(() => void vi.advanceTimersByTime(15_000));
    await screen.findByRole('button', { name: 'drawn' });
  } finally {
    vi.useRealTimers();
  }
});
