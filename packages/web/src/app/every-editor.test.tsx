import { PLAIN_USER } from '@rastro/fleet';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { useSessionState } from '../kernel/services.tsx';
import type { Session } from '../kernel/session/session.ts';
import { MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { routes } from './routes.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';

interface Kind {
  /** Addresses of its editor; with several tabs, each. */
  readonly at: readonly string[];
  /** Of the API: the list, or the thing itself. */
  readonly api: string;
  /** The entity of the server with the required fields only. */
  readonly entity: { readonly id: number } & Readonly<Record<string, unknown>>;
}

const ICAL =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T080000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=MONTHLY;BYDAY=2MO\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
const KINDS: readonly Kind[] = [
  { at: ['/account'], api: 'users', entity: { ...aUser({ administrator: true }) } },
  {
    at: ['account', 'preferences', 'address', 'billing'].map((tab) => `/users/5?tab=${tab}`),
    api: 'users',
    entity: { ...PLAIN_USER, id: 5, name: 'Bia Reis', email: 'bia@example.com' },
  },
  { at: ['/drivers/5'], api: 'drivers', entity: { id: 5, name: 'Davi', uniqueId: 'D5', attributes: {} } },
  { at: ['/groups/5'], api: 'groups', entity: { id: 5, name: 'North', groupId: 0, attributes: {} } },
  {
    at: ['/geofence/5'],
    api: 'geofences',
    entity: { id: 5, name: 'Depot', area: 'CIRCLE (-23.5 -46.6, 200)', attributes: {} },
  },
  {
    at: ['/maintenances/5'],
    api: 'maintenance',
    entity: { id: 5, name: 'Oil', type: 'totalDistance', start: 0, period: 10_000_000, attributes: {} },
  },
  {
    at: ['/calendars/5'],
    api: 'calendars',
    entity: { id: 5, name: 'Days', data: btoa(ICAL), attributes: {} },
  },
  {
    at: ['/notifications/5'],
    api: 'notifications',
    entity: { id: 5, type: 'ignitionOn', always: true, notificators: 'web', attributes: {} },
  },
  {
    at: ['/computed/5'],
    api: 'attributes/computed',
    entity: {
      id: 5,
      description: 'Twice',
      attribute: 'twice',
      expression: 'speed * 2',
      type: 'number',
      priority: 0,
    },
  },
  {
    at: ['/commands/5'],
    api: 'commands',
    entity: { id: 5, description: 'Text', type: 'custom', attributes: { data: 'x' } },
  },
];

function serverWith({ api, entity }: Kind): MemoryServer {
  const server = new MemoryServer().on('GET /api/session', { body: aUser({ administrator: true }) });
  for (const list of ['users', 'devices', 'groups', 'geofences', 'drivers', 'calendars', 'commands'])
    server.on(`GET /api/${list}`, { body: [] });
  server.on('GET /api/notifications/notificators', { body: [{ type: 'web' }, { type: 'mail' }] });
  server.on('GET /api/notifications/types', { body: [{ type: 'alarm' }, { type: 'ignitionOn' }] });
  server.on('GET /api/commands/types', { body: [{ type: 'custom' }, { type: 'engineStop' }] });
  return server
    .on(`GET /api/${api}`, { body: [entity] })
    .on(`GET /api/${api}/${entity.id}`, { body: entity })
    .on(`PUT /api/${api}/${entity.id}`, ({ body }) => ({ body: JSON.parse(body) as object }));
}

function Below() {
  if (useSessionState().kind !== 'signedIn') return <p>gone to the login</p>;
  return (
    <>
      <Outlet />
      <SignInAgain />
    </>
  );
}

/** The screens alone, without the shell around them. */
function screens(session: Session): RouteObject[] {
  const all = routes(session)[0]?.children?.flatMap(({ children = [] }) => children) ?? [];
  const children = [...all.filter(({ path }) => path !== '/home'), { path: '*', element: <p>elsewhere</p> }];
  return [{ element: <Below />, children }];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

function visibleFields(): readonly Field[] {
  // By its kind: a search by role costs more than the rest of the test.
  const form = document.querySelector('button[type=submit]')?.closest('form');
  return [...(form?.querySelectorAll('input, textarea, select') ?? [])]
    .filter(isField)
    .filter((field) => !field.disabled && field.type !== 'hidden' && field.type !== 'file')
    .filter((field) => !('readOnly' in field && field.readOnly) && field.type !== 'password');
}

/** @returns undoes it; null = there is nothing else to choose. */
function changeField(field: Field): (() => void) | null {
  if (field instanceof HTMLSelectElement) {
    const before = field.value;
    const other = [...field.options].find(({ value, disabled }) => value !== before && !disabled);
    if (other === undefined) return null;
    fireEvent.change(field, { target: { value: other.value } });
    return () => fireEvent.change(field, { target: { value: before } });
  }
  if (field instanceof HTMLInputElement && field.type === 'radio') {
    if (field.checked) return null;
    const chosen = visibleFields().find(
      (each) => each instanceof HTMLInputElement && each.name === field.name && each.checked,
    );
    fireEvent.click(field);
    return () => chosen && fireEvent.click(chosen);
  }
  if (field.type === 'checkbox') {
    fireEvent.click(field);
    return () => fireEvent.click(field);
  }
  const before = field.value;
  fireEvent.change(field, { target: { value: before === '' ? '1' : `${before}1` } });
  return () => fireEvent.change(field, { target: { value: before } });
}

const nameOf = (field: Field): string =>
  field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';

/** A text that the form takes whatever it is. */
const isFree = (field: Field): boolean => field.getAttribute('role') !== 'combobox' && field.inputMode === '';

const isContested = (): boolean => document.body.textContent.includes('changed in the meantime');
const wrongFields = (): number => document.querySelectorAll('[class*=InputWrapper-error]').length;

/**
 * Changes every field of a form and saves once. The merge judges field by field and rejects all when one conflicts, so
 * one save covers each of them; values that the form itself rejects, e.g. half of a period, are restored.
 * @returns names of the fields that were written.
 */
async function saveChanged(kind: Kind, at: string): Promise<readonly string[]> {
  const put = `PUT /api/${kind.api}/${kind.entity.id}`;
  const server = serverWith(kind).on(put, { status: 400, body: 'INVALID' });
  await openPage({ server, at, routes: screens, fleet: new MemoryFleet([]) });
  const save = await screen.findByRole('button', { name: 'Save' });
  await waitFor(() => expect(visibleFields().length).toBeGreaterThan(0));
  const settled = (puts: number) =>
    waitFor(() => expect(server.requests(put).length === puts || isContested(), at).toBe(true));
  // From the first click on, each field shows its error at once. The server accepts nothing: the form stays open.
  fireEvent.click(save);
  await settled(1);
  expect(isContested(), `${at}, nothing touched`).toBe(false);
  await waitFor(() => expect(save.hasAttribute('data-loading')).toBe(false));
  const written: string[] = [];
  for (const field of visibleFields()) {
    const wrong = wrongFields();
    const undo = field.isConnected ? changeField(field) : null;
    if (undo === null) continue;
    if (wrongFields() > wrong) undo();
    else written.push(nameOf(field));
  }
  fireEvent.click(save);
  await settled(2);
  expect(isContested(), at).toBe(false);
  cleanup();
  return written;
}

for (const kind of KINDS) {
  test(`[WRITE-300] ${kind.at[0]}: each field is saved at once, without a warning of another user's change`, async () => {
    for (const at of kind.at) expect(await saveChanged(kind, at), at).not.toEqual([]);
  }, 30_000);
}

for (const kind of KINDS) {
  test(`[WEB-300] ${kind.at[0]}: what was typed outlives the end of the session, and is saved after signing in again`, async () => {
    let isOver = true;
    const put = `PUT /api/${kind.api}/${kind.entity.id}`;
    const server = serverWith(kind)
      .on(put, ({ body }) => (isOver ? { status: 401, body: '' } : { body: JSON.parse(body) as object }))
      .on('POST /api/session', { body: aUser({ administrator: true }) });
    await openPage({ server, at: kind.at[0] ?? '', routes: screens, fleet: new MemoryFleet([]) });
    await screen.findByRole('button', { name: 'Save' });
    const field = await waitFor(() => {
      const free = visibleFields().filter((each) => each.type.startsWith('text') && isFree(each));
      const first = free.find((each) => /name|description/i.test(nameOf(each))) ?? free[0];
      if (first === undefined) throw new Error('no field yet');
      return first;
    });
    fireEvent.change(field, { target: { value: `${field.value}9` } });
    const typed = field.value;
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Your session has ended' }));
    isOver = false;
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'secret' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByText('Your session has ended')).toBeNull());
    expect(field.isConnected && field.value).toBe(typed);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests(put)).toHaveLength(2));
  });
}

test('[WEB-300] with nothing typed the login comes at once; what was typed may be given up', async () => {
  const kind = KINDS[2];
  if (kind === undefined) throw new Error('no kind');
  const open = async () => {
    const put = `PUT /api/${kind.api}/${kind.entity.id}`;
    const server = serverWith(kind).on(put, { status: 401, body: '' });
    await openPage({ server, at: kind.at[0] ?? '', routes: screens, fleet: new MemoryFleet([]) });
    await screen.findByRole('button', { name: 'Save' });
  };
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('gone to the login');
  cleanup();
  await open();
  fireEvent.change(screen.getByDisplayValue('Davi'), { target: { value: 'Dora' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('gone to the login');
});
