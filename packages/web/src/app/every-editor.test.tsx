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
  /** Where it is edited; with several tabs, each. */
  readonly at: readonly string[];
  /** Of the API: the list, or the thing itself. */
  readonly api: string;
  /** As a server has it that holds nothing beside what it must. */
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

function fieldsShown(): readonly Field[] {
  const form = screen.getByRole('button', { name: 'Save' }).closest('form');
  return [...(form?.querySelectorAll('input, textarea, select') ?? [])]
    .filter(isField)
    .filter((field) => !field.disabled && field.type !== 'hidden' && field.type !== 'file')
    .filter((field) => !('readOnly' in field && field.readOnly) && field.type !== 'password');
}

/** @returns whether there is anything else to choose. */
function changeField(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const other = [...field.options].find(({ value, disabled }) => value !== field.value && !disabled);
    if (other === undefined) return false;
    fireEvent.change(field, { target: { value: other.value } });
  } else if (field.type === 'checkbox' || field.type === 'radio') {
    if (field.type === 'radio' && field instanceof HTMLInputElement && field.checked) return false;
    fireEvent.click(field);
  } else {
    fireEvent.change(field, { target: { value: field.value === '' ? '1' : `${field.value}1` } });
  }
  return true;
}

const nameOf = (field: Field): string =>
  field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';

/** A text that the form takes whatever it is. */
const isFree = (field: Field): boolean => field.getAttribute('role') !== 'combobox' && field.inputMode === '';

/** Opens the form anew for its field of this number, and changes and saves that. */
async function saveOne(kind: Kind, at: string, index: number) {
  const server = serverWith(kind);
  await openPage({ server, at, routes: screens, fleet: new MemoryFleet([]) });
  await screen.findByRole('button', { name: 'Save' });
  await waitFor(() => expect(fieldsShown().length).toBeGreaterThan(0));
  const field = fieldsShown()[index];
  const outcome = { isLast: field === undefined, name: '', puts: 0, isContested: false };
  if (field !== undefined && changeField(field)) {
    outcome.name = nameOf(field);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await new Promise((resolve) => setTimeout(resolve, 30));
    outcome.puts = server.requests(`PUT /api/${kind.api}/${kind.entity.id}`).length;
    outcome.isContested = screen.queryByText(/changed here meanwhile/) !== null;
  }
  cleanup();
  return outcome;
}

for (const kind of KINDS) {
  test(`[WRITE-300] ${kind.at[0]}: each field alone is saved at once, and nobody is said to have changed it`, async () => {
    let saved = 0;
    for (const at of kind.at) {
      for (let index = 0; ; index += 1) {
        const { isLast, name, puts, isContested } = await saveOne(kind, at, index);
        if (isLast) break;
        expect(isContested, `${at} ${name}`).toBe(false);
        expect(puts, `${at} ${name}`).toBeLessThanOrEqual(1);
        saved += puts;
      }
    }
    // Some are refused by the form itself, e.g. half of a period.
    expect(saved).toBeGreaterThan(0);
  }, 120_000);
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
      const free = fieldsShown().filter((each) => each.type.startsWith('text') && isFree(each));
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
