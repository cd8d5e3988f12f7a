import type { ComputedAttribute } from '@rastro/fleet';
import { parseExpression } from '@rastro/fleet/expressions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { ComputedListPanel } from './computed-list-panel.tsx';
import { ComputedPanel } from './computed-panel.tsx';
import { completionsOf, highlightedParts } from './highlighted-parts.ts';
import { fill } from '../../testing/fill.ts';

const attribute = (id: number, description: string, expression: string, priority = 0): ComputedAttribute => ({
  id,
  description,
  attribute: 'temp1',
  expression,
  type: 'number',
  priority,
});

function aComputedServer(user: Parameters<typeof aUser>[0] = { administrator: true }): MemoryServer {
  return new MemoryServer()
    .on('GET /api/server', { body: aServer({}) })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/attributes/computed', {
      body: [
        attribute(1, 'Zero', 'adc1 * 0.1'),
        attribute(2, 'Alpha', 'speed > 10', -1),
        attribute(3, 'Mid', '1', 9),
      ],
    })
    .on('POST /api/attributes/computed', ({ body }) => ({
      body: { ...(JSON.parse(body) as ComputedAttribute), id: 9 },
    }))
    .on('POST /api/attributes/computed/tries', {
      body: [
        { positionId: 2, fixTime: '2026-01-05T12:01:00.000Z', value: 35.5, error: null },
        { positionId: 1, fixTime: '2026-01-05T12:00:00.000Z', value: null, error: 'adc1 is unknown' },
      ],
    });
}
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Ambar' })]),
    routes: () => [
      { path: '/computed', element: <ComputedListPanel /> },
      { path: '/computed/:computedId', element: <ComputedPanel /> },
    ],
  });
const titles = (): string[] =>
  screen.getAllByRole('option').map((row) => row.textContent?.replace(/temp1.*/, '') ?? '');

test('[WEBCALC-1] they are found by words and ordered as they run', async () => {
  await open(aComputedServer(), '/computed?sort=order');
  await screen.findByRole('option', { name: /Mid/ });
  expect(titles()).toEqual(['Mid', 'Zero', 'Alpha']);
  await fill(screen.getByRole('searchbox'), 'adc1');
  await waitFor(() => expect(titles()).toEqual(['Zero']));
});

test('[WEBCALC-2] an expression falls into parts that are the text, wrong ones at their place', () => {
  const kinds = (source: string) => {
    const read = parseExpression(source);
    const parts = highlightedParts(source, read.ok ? null : read.error);
    expect(parts.map(({ text }) => text).join('')).toBe(source);
    return parts.filter(({ kind }) => kind !== 'plain').map(({ kind, text }) => `${kind} ${text}`);
  };
  expect(kinds('adc1 * "x"')).toEqual(['name adc1', 'sign *', 'text "x"']);
  expect(kinds('adc1 * * 2')).toEqual(['name adc1', 'sign *', 'wrong *', 'number 2']);
  expect(kinds('1 # 2')).toEqual(['wrong # 2']);
});

test('[WEBCALC-2] an error is shown and nothing is sent', async () => {
  const server = aComputedServer();
  const page = await open(server, '/computed/new');
  await fill(await screen.findByLabelText(/^Title/), 'Cargo');
  await fill(screen.getByRole('combobox', { name: /^Target attribute/ }), 'temp2');
  await fill(screen.getByLabelText(/^Expression/), 'adc1 * * 2');
  await screen.findByText('“*” is not expected here (character 8).');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.requests('POST /api/attributes/computed')).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText(/^Expression/));
  await fill(screen.getByLabelText(/^Expression/), 'adc1 * 2');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.path()).toBe('/computed'));
  expect(JSON.parse(server.requests('POST /api/attributes/computed')[0]?.body ?? '')).toEqual({
    description: 'Cargo',
    attribute: 'temp2',
    expression: 'adc1 * 2',
    type: 'number',
    priority: 0,
  });
});

test('[WEBCALC-3] names go on as what was typed before the caret', async () => {
  const names = ['speed', 'sat', 'speedLimit', 'math:sqrt'];
  expect(completionsOf('2 * sp', 6, names)).toEqual({ from: 4, names: ['speed', 'speedLimit'] });
  expect(completionsOf('math:s', 6, names).names).toEqual(['math:sqrt']);
  expect(completionsOf('2 * ', 4, names).names).toEqual([]);
  await open(aComputedServer(), '/computed/new');
  await fill(await screen.findByLabelText(/^Expression/), '2 * odom');
  await userEvent.click(await screen.findByRole('button', { name: 'odometer' }));
  expect(screen.getByDisplayValue('2 * odometer')).toBeDefined();
});

test('[WEBCALC-4] it is tried on the newest positions of a vehicle', async () => {
  const server = aComputedServer();
  await open(server, '/computed/1');
  await fill(await screen.findByRole('combobox', { name: 'Add a vehicle' }), 'Amb');
  await userEvent.click(await screen.findByRole('option', { name: /Ambar/ }));
  const table = await screen.findByRole('table');
  expect(within(table).getByText('35.5')).toBeDefined();
  expect(within(table).getByText('adc1 is unknown').dataset['wrong']).toBe('true');
  expect(server.requests('POST /api/attributes/computed/tries')[0]?.body).toContain('adc1 * 0.1');
});

test('[WEBCALC-5] who is no administrator looks', async () => {
  await open(aComputedServer({ administrator: false }), '/computed/1');
  await screen.findByText(/^You can view/);
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  expect(screen.queryByText('Try it on a vehicle')).toBeNull();
});
