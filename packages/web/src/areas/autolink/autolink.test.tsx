import type { AutolinkOffer } from '@rastro/fleet';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AutolinkPanel } from './autolink-panel.tsx';
import { fill } from '../../testing/fill.ts';

const CODE = 'ABCD2345EFGH';
const OFFER: AutolinkOffer = {
  model: 'FMB920',
  category: null,
  lastUpdate: null,
  until: '2026-03-01T10:00:00.000Z',
};
const autolinkServer = () =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ id: 5 }) })
    .on('GET /api/groups', { body: [{ id: 4, name: 'North', groupId: 0, attributes: {} }] })
    .on(`GET /ext/autolink/${CODE}`, { body: OFFER })
    .on('POST /ext/autolink', { body: { id: 7, name: 'Van 7' } });
const open = (server: MemoryServer, at = '/autolink') =>
  openPage({ server, at, routes: () => [{ path: '/autolink/:id?', element: <AutolinkPanel /> }] });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('[WEBLINK-1] a typed code leads to its tracker; a malformed one is an error', async () => {
  await open(autolinkServer());
  await fill(await screen.findByLabelText('Code'), 'nothing');
  await press('Next');
  screen.getByText('This is not a tracker code.');
  await userEvent.clear(screen.getByLabelText('Code'));
  await fill(screen.getByLabelText('Code'), 'abcd-2345 efgh');
  await press('Next');
  screen.getByText('ABCD-2345-EFGH');
  await screen.findByText('FMB920');
  screen.getByText('No contact yet');
});

test('[WEBLINK-1] an unknown code is an error in words, and another one can be tried', async () => {
  const body = 'Label code invalid - It is wrong, used or too old';
  await open(autolinkServer().on(`GET /ext/autolink/${CODE}`, { status: 404, body }), `/autolink/${CODE}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No valid label has this code/);
  await press('Another code');
  screen.getByLabelText('Code');
});

test('[WEBLINK-2] a name makes the tracker one’s own, and leads to the vehicle', async () => {
  const server = autolinkServer();
  await open(server, `/autolink/${CODE.toLowerCase()}`);
  await screen.findByText('FMB920');
  await press('Link to my account');
  screen.getByText('Enter the vehicle name.');
  expect(server.requests('POST /ext/autolink')).toEqual([]);
  await fill(screen.getByLabelText('Vehicle name'), 'Van 7');
  await fill(screen.getByLabelText('Plate'), 'ABC1D23');
  await userEvent.selectOptions(await screen.findByLabelText('Group'), 'North');
  await press('Link to my account');
  await screen.findByText('Van 7 is now in your account.');
  const link = screen.getByRole('link', { name: 'Open vehicle' });
  expect(link.getAttribute('href')).toBe('/devices/7');
  expect(JSON.parse(server.requests('POST /ext/autolink')[0]?.body ?? '')).toEqual({
    code: CODE,
    name: 'Van 7',
    plate: 'ABC1D23',
    category: '',
    groupId: 4,
  });
});
