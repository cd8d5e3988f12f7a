import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { VehiclePicker } from './vehicle-picker.tsx';

async function open(count: number, except: readonly number[] = []) {
  const onPick = vi.fn();
  const vehicles = Array.from({ length: count }, (_, at) =>
    aVehicle({
      id: at + 1,
      name: `Van ${at + 1}`,
      uniqueId: `86${at}`,
      attributes: { 'rastro.plate': `ABC${at}D` },
    }),
  );
  await openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at: '/x',
    routes: () => [
      { path: '/x', element: <VehiclePicker label="Vehicle" except={except} onPick={onPick} /> },
    ],
    fleet: new MemoryFleet(vehicles),
  });
  return { onPick, field: await screen.findByRole('combobox', { name: 'Vehicle' }) };
}

test('[WEB-301] a vehicle is shown with plate and identifier, and chosen by arrow keys alone', async () => {
  const { onPick, field } = await open(3);
  await userEvent.click(field);
  const rows = await screen.findAllByRole('option');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Van 1ABC0D · 860',
    'Van 2ABC1D · 861',
    'Van 3ABC2D · 862',
  ]);
  await waitFor(() => expect(rows[0]?.hasAttribute('data-combobox-selected')).toBe(true));
  await userEvent.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant'), 'a screen reader hears which').toBe(rows[1]?.id);
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith(2);
});

test('[WEB-301] of ten thousand few rows exist, and it says how many more there are', async () => {
  const { onPick, field } = await open(10_000, [1]);
  await userEvent.click(field);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(50));
  screen.getByText(/^9,?949 more/);
  await userEvent.type(field, 'ABC7000D');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith(7001);
});

test('[WEB-301] a search that began before the vehicles were there finds them when they are', async () => {
  const fleet = new MemoryFleet([], { loaded: false });
  await openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at: '/x',
    routes: () => [{ path: '/x', element: <VehiclePicker label="Vehicle" onPick={vi.fn()} /> }],
    fleet,
  });
  await userEvent.type(await screen.findByRole('combobox', { name: 'Vehicle' }), 'van');
  await screen.findByText('Loading');
  act(() => {
    fleet.put(aVehicle({ id: 1, name: 'Van 1' }));
    fleet.load();
  });
  await screen.findByRole('option', { name: /Van 1/ });
});
