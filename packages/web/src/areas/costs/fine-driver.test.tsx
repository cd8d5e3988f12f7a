import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CostsPanel } from './costs-panel.tsx';

const shift = (driverId: number, from: string, to: string | null) => ({
  driverId,
  driverName: '',
  deviceId: 3,
  deviceName: 'Van 3',
  plate: '',
  since: `2026-10-05T${from}:00.000Z`,
  until: to && `2026-10-05T${to}:00.000Z`,
  end: null,
  unlock: 'none',
});
const serverOf = (shifts: readonly object[]): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/devices', { body: [{ id: 3, name: 'Van 3', uniqueId: 'van-3' }] })
    .on('GET /api/drivers', {
      body: [
        { id: 1, name: 'Ana Reis', uniqueId: 'ana' },
        { id: 2, name: 'Bia Luz', uniqueId: 'bia' },
      ],
    })
    .on('GET /ext/costs/months', { body: [] })
    .on('GET /ext/costs', { body: { lines: [], next: null, sums: [] } })
    .on('POST /ext/costs', { status: 409, body: 'Month closed - Its lines stay as they are' })
    .on('GET /ext/qr-check-ins', ({ query }) => ({ body: query.has('from') ? shifts : [] }))
    .on('GET /api/reports/trips', { body: [] });
const open = async (shifts: readonly object[], time = '08:30') => {
  const server = serverOf(shifts);
  await openPage({
    server,
    at: '/costs?device=3',
    routes: () => [{ path: '/costs', element: <CostsPanel /> }],
  });
  await userEvent.click((await screen.findAllByRole('button', { name: 'New cost' }))[0] ?? document.body);
  const form = within(screen.getByRole('dialog', { name: 'New cost' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'Fines');
  await form.findByText('With the time of the fine, the driver at that minute is found.');
  await fill(form.getByRole('textbox', { name: /^Amount/ }), '195.23');
  const day = form.getByRole('textbox', { name: /^Day/ });
  await userEvent.clear(day);
  await fill(day, '10/05/2026');
  fireEvent.change(form.getByLabelText(/^Time/), { target: { value: time } });
  return { server, form };
};
const sent = async (server: MemoryServer): Promise<unknown> => {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const posts = () => server.seen.filter(({ method, path }) => `${method} ${path}` === 'POST /ext/costs');
  await waitFor(() => expect(posts()).toHaveLength(1));
  return JSON.parse(posts()[0]?.body ?? 'null');
};

test('[WEBCOST-8] a fine names who was checked in at its minute, and is entered for them', async () => {
  const { server, form } = await open([shift(1, '07:00', '12:00')]);
  await form.findByText(/^Ana Reis was checked in, from .*7:00.* The fine is entered for this driver/);
  expect(await sent(server)).toMatchObject({
    kind: 'fines',
    at: '2026-10-05T08:30:00.000Z',
    driverUniqueId: 'ana',
  });
});

test('[WEBCOST-8] another driver can be chosen, and nobody is entered where two are possible', async () => {
  const { server, form } = await open([shift(1, '07:00', '12:00')]);
  await form.findByText(/^Ana Reis was checked in/);
  await userEvent.click(form.getByRole('combobox', { name: 'Driver' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Bia Luz' }));
  await form.findByText(/You chose another driver/);
  expect(await sent(server)).toMatchObject({ driverUniqueId: 'bia' });
});

test('[WEBCOST-8] nobody is entered where two are possible', async () => {
  const { server, form } = await open([shift(1, '07:00', '08:28'), shift(2, '08:33', '12:00')]);
  await form.findByText('More than one driver is possible at this time. Choose one.');
  expect(await sent(server)).toMatchObject({ at: '2026-10-05T08:30:00.000Z', driverUniqueId: '' });
});
