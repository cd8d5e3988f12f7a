import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { AccountPanel } from '../areas/account/account-panel.tsx';
import { DeviceFormPanel } from '../areas/devices/form/device-form-panel.tsx';
import { FencePanel } from '../areas/geofences/fence-panel.tsx';
import { RulePanel } from '../areas/notifications/rule-panel.tsx';
import { UserPanel } from '../areas/users/user-panel.tsx';
import { fill } from '../testing/fill.ts';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';

type Fields = Readonly<Record<string, unknown>>;
interface Kind {
  readonly kind: string;
  readonly path: string;
  readonly at: string;
  readonly element: ReactElement;
  readonly object: Fields & { readonly id: number; readonly attributes: Fields };
  /** Screen and field that the user types in. */
  readonly label: RegExp;
  readonly field: string;
}
const ME = aUser({ administrator: true, attributes: { timezone: 'UTC' } });
const VAN = aVehicle({ id: 3, name: 'Van', attributes: { model: 'a' } });
const KINDS: readonly Kind[] = [
  {
    kind: 'devices',
    path: '/devices/:deviceId/edit',
    at: '/devices/3/edit',
    element: <DeviceFormPanel />,
    object: { ...VAN.device },
    label: /^Name/,
    field: 'name',
  },
  {
    kind: 'geofences',
    path: '/geofence/:fenceId',
    at: '/geofence/4',
    element: <FencePanel />,
    object: {
      id: 4,
      attributes: {},
      name: 'Depot',
      description: null,
      area: 'CIRCLE (1 2, 90)',
      calendarId: 0,
    },
    label: /^Name/,
    field: 'name',
  },
  {
    kind: 'users',
    path: '/users/:userId',
    at: '/users/9',
    element: <UserPanel />,
    object: { ...aUser({ id: 9, name: 'Ben Costa', email: 'ben@example.com' }) },
    label: /^Name/,
    field: 'name',
  },
  {
    kind: 'users',
    path: '/account',
    at: '/account',
    element: <AccountPanel />,
    object: { ...ME },
    label: /^Name/,
    field: 'name',
  },
  {
    kind: 'notifications',
    path: '/notifications/:ruleId',
    at: '/notifications/5',
    element: <RulePanel />,
    object: {
      id: 5,
      attributes: {},
      description: 'Alarms',
      type: 'ignitionOn',
      always: true,
      notificators: 'web',
      commandId: 0,
      calendarId: 0,
    },
    label: /^Description/,
    field: 'description',
  },
];

/** A server on which another user can change the object. */
async function open({ kind, path, at, element, object }: Kind) {
  const stored: { now: Fields & { readonly id: number } } = { now: object };
  const own = `/api/${kind}/${object.id}`;
  const server = new MemoryServer()
    .on('GET /api/session', { body: ME })
    .on('GET /api/notifications/notificators', { body: [{ type: 'web' }] })
    .on('GET /api/calendars', { body: [] })
    .on('GET /api/commands', { body: [] })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/drivers', { body: [] })
    .on(`GET /api/${kind}`, () => ({ body: [stored.now] }))
    .on(`GET ${own}`, () => ({ body: stored.now }))
    .on(`PUT ${own}`, ({ body }) => {
      stored.now = { ...(JSON.parse(body) as Fields), id: object.id };
      return { body: stored.now };
    });
  const page = await openPage({
    server,
    at,
    routes: () => [
      { path, element },
      { path: '*', element: <p>Somewhere else</p> },
    ],
    fleet: new MemoryFleet([VAN]),
  });
  return { stored, server, page, puts: () => server.requests(`PUT ${own}`).length };
}
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));

for (const each of KINDS) {
  const { at, object, label, field } = each;
  test(`[WRITE-5] what another tab has changed of ${at} meanwhile stays`, async () => {
    const { stored, page, puts } = await open(each);
    await fill(await screen.findByLabelText(label), ' 2');
    stored.now = { ...object, attributes: { ...object.attributes, theirs: 'kept' } };
    await save();
    await waitFor(() => expect(puts()).toBe(1));
    expect(stored.now).toMatchObject({
      [field]: `${String(object[field])} 2`,
      attributes: { theirs: 'kept' },
    });
    page.unmount();
  });

  test(`[WRITE-5] after both changed the same of ${at}, the second is asked before the change is written`, async () => {
    const { stored, page, puts } = await open(each);
    const input = await screen.findByLabelText(label);
    await fill(input, ' 2');
    stored.now = { ...object, [field]: 'Theirs' };
    await save();
    await screen.findByText(/This was changed in the meantime/);
    expect([puts(), stored.now[field]]).toEqual([0, 'Theirs']);
    expect(input, 'what was typed stays').toHaveProperty('value', `${String(object[field])} 2`);
    await save();
    await waitFor(() => expect(puts()).toBe(1));
    expect(stored.now[field]).toBe(`${String(object[field])} 2`);
    page.unmount();
  });
}
