import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@rastro/fleet';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { useDeviceSelection } from '../../kernel/fleet/device-selection.tsx';
import { ManyCommandsPanel } from './many-commands-panel.tsx';
import { fill } from '../../testing/fill.ts';

const VEHICLES = [
  aVehicle({ id: 1, name: 'Ambar' }, { speed: 40 as never, attributes: { motion: true } }),
  aVehicle({ id: 2, name: 'Bravo', status: 'offline' }),
  aVehicle({ id: 3, name: 'Cinza' }, { protocol: 'gps103' }),
  aVehicle({ id: 4, name: 'Delta', disabled: true }),
];

/** Selects as the list does. */
function Chosen() {
  const { choose, ids } = useDeviceSelection();
  useEffect(() => {
    if (ids.size === 0) choose([1, 2, 3, 4]);
  }, [choose, ids]);
  return ids.size === 0 ? null : <ManyCommandsPanel />;
}
async function open(
  send: (request: Request) => { status?: number; body?: string },
  user: Partial<User> = {},
) {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/devices', { body: VEHICLES.map(({ device }) => device) })
    .on('GET /api/positions', { body: VEHICLES.map(({ position }) => position) })
    .on('GET /api/commands/types', ({ query }) => ({
      body:
        query.get('deviceId') === '1' ? [{ type: 'engineStop' }, { type: 'custom' }] : [{ type: 'custom' }],
    }))
    .on('GET /api/commands/send', { body: [] })
    .on('POST /api/commands/send', send);
  await openPage({
    server,
    at: '/devices/command',
    routes: () => [{ path: '*', element: <Chosen /> }],
    fleet: new MemoryFleet(VEHICLES),
  });
  return server;
}
const deviceIn = ({ body }: Request): number => (JSON.parse(body) as { deviceId: number }).deviceId;

test('[WEBPANEL-30] the confirmation counts who moves and who is away, and names the fastest', async () => {
  const server = await open(() => ({}));
  await screen.findByRole('option', { name: 'Engine lock' });
  await userEvent.selectOptions(screen.getByLabelText('Command'), 'Engine lock');
  screen.getByText('2 of 3 support this command; the others are listed in the result.');
  await userEvent.click(screen.getByRole('button', { name: 'Send to 3 vehicles' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /send to 3 vehicles\?$/ }));
  dialog.getByText(/^Moving: 1\. Offline: 1;/);
  dialog.getByText(/Fastest now: Ambar \(74 km\/h\)\.$/);
  expect(server.requests('POST /api/commands/send')).toHaveLength(0);
});

test('[WEBPANEL-32] each device has its result, and those that are switched off get nothing', async () => {
  const server = await open((request) => {
    if (deviceIn(request) === 3) return { status: 400, body: 'COMMAND_NOT_SUPPORTED - engineStop' };
    return { status: deviceIn(request) === 2 ? 202 : 200, body: '{}' };
  });
  await screen.findByRole('option', { name: 'Text command' });
  await userEvent.selectOptions(screen.getByLabelText('Command'), 'Text command');
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Send to 3 vehicles' });
  expect(go.disabled).toBe(true);
  await fill(screen.getByRole('textbox'), 'WHERE#');
  await userEvent.click(go);
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Send to 3 vehicles' }));
  const lines = within(await screen.findByRole('list', { name: 'Result by vehicle' })).getAllByRole(
    'listitem',
  );
  const texts = lines.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^Cinza./);
  expect(texts.slice(1).toSorted()).toEqual(['AmbarSent', 'BravoWaiting for the tracker to connect']);
  const sent = server.requests('POST /api/commands/send');
  expect(sent.map(deviceIn).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(JSON.parse(sent[0]?.body ?? '{}')).toMatchObject({ type: 'custom', attributes: { data: 'WHERE#' } });
});

test('[WEBPANEL-31] an account without the rights has no command to send', async () => {
  const server = await open(() => ({}), { temporary: true });
  await screen.findByText('Your account cannot send commands.');
  await waitFor(() => expect(server.requests('POST /api/commands/send')).toHaveLength(0));
});
