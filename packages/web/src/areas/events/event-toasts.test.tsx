import type { FleetEvent } from '@rastro/fleet';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anEvent, aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { MuteToggle } from './mute-toggle.tsx';
import { EventToasts } from './event-toasts.tsx';
import { MAX_TOASTS } from './toast-board.ts';

afterEach(() => vi.restoreAllMocks());

/** jsdom knows no gestures: an untouched page, so nothing sounds. */
Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } });

interface Opened {
  readonly page: Page;
  readonly fleet: MemoryFleet;
  readonly emit: (...events: FleetEvent[]) => void;
}
async function open(): Promise<Opened> {
  const fleet = new MemoryFleet([aVehicle({ id: 1, name: 'Ambar' }), aVehicle({ id: 2, name: 'Brisa' })]);
  const page = await openPage({
    server: new MemoryServer()
      .on('GET /api/session', {
        body: aUser({ administrator: true }),
      })
      .on('GET /api/geofences', {
        body: [{ id: 4, name: 'Depot', description: null, area: '', calendarId: 0, attributes: {} }],
      }),
    at: '/home',
    routes: () => [
      {
        path: '*',
        element: (
          <>
            <MuteToggle />
            <EventToasts />
          </>
        ),
      },
    ],
    fleet,
  });
  await screen.findByRole('button', { name: 'Mute notification sounds' });
  // The fleet opens a moment later.
  await act(() => Promise.resolve());
  return { page, fleet, emit: (...events) => act(() => fleet.emitEvents(events)) };
}

test('[EVT-2] a toast has the colour and corner of its rule, and leads to the place', async () => {
  const { page, emit } = await open();
  const attributes = {
    message: 'Ambar: panic button at 10:00',
    alarm: 'sos',
    'rastro.color': 'soft-info',
    'rastro.position': 'top-left',
  };
  emit(anEvent({ deviceId: 1, positionId: 77, attributes }));
  const toast = await screen.findByRole('alert');
  expect(toast.dataset['eventColor']).toBe('soft-info');
  expect(toast.closest('[data-position]')?.getAttribute('data-position')).toBe('top-left');
  expect(toast.textContent).toContain('Ambar');
  await userEvent.click(screen.getByRole('link', { name: /Alarm: SOS/ }));
  expect(page.path()).toBe('/devices/1?position=77');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[EVT-2] without a rule the kind of event decides, in our words', async () => {
  const { emit } = await open();
  emit(
    anEvent({ id: 1, deviceId: 1, attributes: { alarm: 'sos' } }),
    anEvent({ id: 2, deviceId: 2, type: 'geofenceExit', attributes: { message: '' } }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Alarm: SOS');
  const calm = screen.getByRole('status');
  expect(calm.textContent).toContain('Geofence exited');
  expect(calm.dataset['eventColor']).toBe('yellow');
  expect(calm.closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-right');
});

test('[EVT-2] what the server wrote along gives way to our words, with the geofence by name; a kind we do not know keeps it', async () => {
  const { emit } = await open();
  const attributes = { message: 'Ambar saiu de Depot' };
  const strange = anEvent({ id: 4, deviceId: 2, attributes: { message: 'Brisa did it' } });
  emit(
    anEvent({ id: 3, deviceId: 1, type: 'geofenceExit', geofenceId: 4, attributes }),
    Object.assign(strange, { type: 'somethingNew' }),
  );
  await screen.findByText('Geofence exited: Depot');
  await screen.findByText('Brisa did it');
});

test('[EVT-9] by keyboard a toast is reached, closed with Escape, and closed by its button', async () => {
  const { emit } = await open();
  emit(anEvent({ id: 1, deviceId: 1 }), anEvent({ id: 2, deviceId: 2 }));
  const [first] = await screen.findAllByRole('link');
  act(() => first?.focus());
  if (first !== undefined) fireEvent.keyDown(first, { key: 'Escape' });
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('[EVT-4] of a burst few toasts stand, and the rest is counted and leads to the list', async () => {
  const { page, emit } = await open();
  emit(...Array.from({ length: 200 }, (_, index) => anEvent({ id: index + 1, deviceId: index + 1 })));
  expect(await screen.findAllByRole('alert')).toHaveLength(MAX_TOASTS);
  await userEvent.click(screen.getByRole('link', { name: 'and 197 more events' }));
  expect(page.path()).toBe('/events');
});

test('[EVT-4] on a phone one toast stands above the count', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('768px') }) as MediaQueryList,
  );
  const { emit } = await open();
  emit(...[1, 2, 3, 4, 5].map((id) => anEvent({ id, deviceId: id })));
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  screen.getByRole('link', { name: 'and 4 more events' });
});

test('[EVT-10] the mute says its state and is kept; toasts still appear', async () => {
  const { page, emit } = await open();
  const mute = screen.getByRole('button', { name: 'Mute notification sounds' });
  expect(mute.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(mute);
  expect(mute.getAttribute('aria-pressed')).toBe('true');
  expect(page.preferences.read('isMuted')).toBe('true');
  emit(anEvent({}));
  await screen.findByRole('alert');
});

test('[EVT-19] the toast of a vehicle that is gone closes, that of another stays', async () => {
  const { fleet, emit } = await open();
  emit(anEvent({ id: 1, deviceId: 1 }), anEvent({ id: 2, deviceId: 2 }));
  expect(await screen.findAllByRole('alert')).toHaveLength(2);
  act(() => fleet.take(1));
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  expect(screen.getByRole('alert').textContent).toContain('Brisa');
});
