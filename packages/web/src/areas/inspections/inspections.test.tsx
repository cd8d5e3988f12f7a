import type { Checklist, Defect, Inspection, InspectionDetail } from '@rastro/fleet/inspections';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { InspectionsPanel } from './inspections-panel.tsx';

const BRAKES = {
  id: 1,
  text: 'Brakes work?',
  kind: 'yesNo',
  isRequired: true,
  severity: 'unsafe',
  min: null,
  max: null,
  unit: '',
} as const;
const TREAD = {
  ...BRAKES,
  id: 2,
  text: 'Tread',
  kind: 'number',
  severity: 'major',
  min: 1.6,
  unit: 'mm',
} as const;
const CHECKLIST: Checklist = {
  id: 4,
  version: 2,
  ownerId: 1,
  revision: 3,
  changedTime: '2026-10-01T10:00:00.000Z',
  name: 'Daily',
  categories: [],
  phases: ['before'],
  blocksCheckIn: true,
  items: [BRAKES, TREAD],
};
const LINE: Inspection = {
  id: 7,
  ownerId: 1,
  checklistId: 4,
  checklistName: 'Daily',
  revision: 3,
  deviceId: 3,
  deviceName: 'Van 3',
  phase: 'before',
  result: 'unsafe',
  by: 'driver',
  userId: 9,
  userName: 'Davi',
  driverUniqueId: 'd1',
  startedAt: '2026-10-05T10:00:00.000Z',
  finishedAt: '2026-10-05T10:00:14.000Z',
  seenAt: '2026-10-05T11:00:00.000Z',
  odometerKm: 1200,
  defects: 1,
};
const ANSWER = { itemId: 1, isOk: false, value: null, text: '', note: 'pedal goes down' };
const DETAIL: InspectionDetail = {
  ...LINE,
  note: '',
  answers: [
    { ...ANSWER, item: BRAKES, defect: 'unsafe', defectId: 5, pictures: [{ id: 'p', state: 'awaited' }] },
    {
      ...ANSWER,
      itemId: 2,
      isOk: null,
      value: 4.5,
      note: '',
      item: TREAD,
      defect: null,
      defectId: 0,
      pictures: [],
    },
  ],
};
const DEFECT: Defect = {
  id: 5,
  version: 1,
  ownerId: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  inspectionId: 7,
  checklistId: 4,
  checklistName: 'Daily',
  itemId: 1,
  itemText: 'Brakes work?',
  severity: 'unsafe',
  isBlocking: true,
  note: 'pedal goes down',
  foundAt: '2026-10-05T10:00:14.000Z',
  foundBy: 'Davi',
  state: 'open',
  deferredUntil: null,
  release: null,
  steps: [],
};
const MISSED = {
  deviceId: 3,
  deviceName: 'Van 3',
  driverName: 'Rosa',
  phase: 'before',
  since: '2026-10-05T10:00:00.000Z',
  until: null,
};
const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/devices', { body: [{ id: 3, name: 'Van 3', uniqueId: 'van-3' }] })
    .on('GET /ext/inspections', {
      body: { inspections: [LINE], next: null, counts: [{ result: 'unsafe', count: 1 }] },
    })
    .on('GET /ext/inspections/7', { body: DETAIL })
    .on('GET /ext/defects', {
      body: { defects: [DEFECT], next: null, counts: [{ state: 'open', count: 1 }] },
    })
    .on('GET /ext/defects/5', { body: DEFECT })
    .on('GET /ext/missed-inspections', { body: { missed: [MISSED], next: null } })
    .on('GET /ext/checklists', { body: { checklists: [CHECKLIST], next: null } });
const open = (server: MemoryServer, search = '') =>
  openPage({
    server,
    at: `/inspections${search}`,
    routes: () => [{ path: '/inspections', element: <InspectionsPanel /> }],
  });
const asked = (server: MemoryServer, key: string) =>
  server.seen.filter(({ method, path }) => `${method} ${path}` === key);
const bodyOf = (request: Request | undefined): unknown => JSON.parse(request?.body ?? 'null');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('[WEBINSPECT-1] inspections are listed with their results, and opened with each answer', async () => {
  const server = serverOf();
  await open(server, '?q=van&device=3');
  const row = await screen.findByRole('button', { name: /Van 3/ });
  for (const text of ['Daily · Before the shift', 'Davi', 'Unsafe', '1 defect'])
    expect(row.textContent).toContain(text);
  expect(Object.fromEntries(asked(server, 'GET /ext/inspections')[0]?.query ?? [])).toEqual({
    text: 'van',
    deviceId: '3',
    sort: 'time',
    descending: 'true',
  });
  const results = screen.getByRole('combobox', { name: 'Result' });
  expect(within(results).getByRole('option', { name: 'Unsafe (1)' })).toBeTruthy();
  await userEvent.selectOptions(results, 'unsafe');
  await waitFor(() =>
    expect(asked(server, 'GET /ext/inspections').at(-1)?.query.get('result')).toBe('unsafe'),
  );
  await userEvent.click(await screen.findByRole('button', { name: /Van 3/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Van 3' });
  await within(dialog).findByText('pedal goes down');
  for (const text of ['4.5 mm', 'Photo 1: has not arrived yet', 'Davi · driver'])
    expect(dialog.textContent).toContain(text);
});

test('[WEBINSPECT-6] an inspection is printed with its answers, and nothing else', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await open(serverOf(), '?id=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const paper = document.querySelector('[data-print]');
  for (const text of ['Inspection – Van 3', 'Brakes work?', 'pedal goes down', '4.5 mm', 'Unsafe'])
    expect(paper?.textContent).toContain(text);
  print.mockRestore();
});

test('[WEBINSPECT-9] the PDF of the server is saved in the zone of the reader; a failure is shown', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const server = serverOf().on('GET /ext/inspections/7/pdf', { body: '%PDF' });
  await open(server, '?id=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(saved).toEqual(['Inspection 7 Van 3.pdf']));
  expect(asked(server, 'GET /ext/inspections/7/pdf')[0]?.query.get('zone')).toBe('UTC');
  server.on('GET /ext/inspections/7/pdf', { status: 429, body: 'Too many at once - Try again in a moment' });
  await press('Download PDF');
  await screen.findByRole('alert');
  expect(saved).toHaveLength(1);
  vi.restoreAllMocks();
});

test('[WEBINSPECT-2] a repair is signed with the name of the mechanic; a failure keeps it', async () => {
  const server = serverOf();
  await open(server, '?tab=defects');
  await userEvent.click(await screen.findByRole('button', { name: /Brakes work/ }));
  const offered = within(await screen.findByRole('dialog', { name: 'Brakes work?' }));
  offered.getByText('Nobody can check in to this vehicle until the defect is repaired.');
  expect(offered.queryByRole('button', { name: 'Defer' })).toBeNull();
  await press('Sign as repaired');
  await press('Sign');
  await screen.findByText('The mechanic has to sign.');
  expect(asked(server, 'POST /ext/defects/5/steps')).toEqual([]);
  server.on('POST /ext/defects/5/steps', { status: 409, body: 'Defect changed - Look again' });
  await fill(screen.getByRole('textbox', { name: /Name of the mechanic/ }), 'Bo');
  await press('Sign');
  await screen.findByText('Somebody else has worked on this defect. Look at it again.');
  server.on('POST /ext/defects/5/steps', { body: { ...DEFECT, version: 2, state: 'repaired' } });
  await press('Sign');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull());
  const [first, second] = asked(server, 'POST /ext/defects/5/steps').map(bodyOf);
  expect(first).toEqual(second);
  expect(second).toMatchObject({ kind: 'repair', signature: 'Bo', version: 1 });
});

test('[WEBINSPECT-10] a defect has an address; its repair has odometer and cost in the units of the reader', async () => {
  const server = serverOf()
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { distanceUnit: 'mi' } }) })
    .on('GET /ext/defects', { body: { defects: [], next: null, counts: [] } })
    .on('GET /ext/defects/5', { body: DEFECT })
    .on('POST /ext/defects/5/steps', { body: { ...DEFECT, version: 2, state: 'repaired' } });
  await open(server, '?tab=defects&defect=5');
  await screen.findByRole('button', { name: 'Sign as repaired' });
  await press('Sign as repaired');
  await fill(screen.getByRole('textbox', { name: /Name of the mechanic/ }), 'Bo');
  const odometer = screen.getByRole('textbox', { name: 'Odometer (mi, optional)' });
  await fill(odometer, 'far');
  await press('Sign');
  await screen.findByText('Enter a number of 0 or more.');
  await userEvent.clear(odometer);
  await fill(odometer, '1,000 mi');
  await fill(screen.getByRole('textbox', { name: /^Cost/ }), '123.45');
  await press('Sign');
  await screen.findByText('Repaired');
  expect(bodyOf(asked(server, 'POST /ext/defects/5/steps')[0])).toMatchObject({
    kind: 'repair',
    cost: 12_345,
    odometerKm: 1609.3,
  });
});

test('[WEBINSPECT-10] a defect that is gone says so, and the list stays', async () => {
  const server = serverOf().on('GET /ext/defects/9', {
    status: 404,
    body: 'Defect unknown - It is not there',
  });
  await open(server, '?tab=defects&defect=9');
  await within(await screen.findByRole('dialog', { name: 'Defect' })).findByRole('alert');
  await press('Close');
  await screen.findByRole('button', { name: /Brakes work/ });
});

test('[WEBINSPECT-8] a release asks for a reason and an end within a day, and is shown on the defect', async () => {
  const server = serverOf();
  await open(server, '?tab=defects');
  await userEvent.click(await screen.findByRole('button', { name: /Brakes work/ }));
  await press('Allow check-in');
  const until = await screen.findByLabelText(/Drivers can check in until/);
  const enter = async (text: string): Promise<void> => {
    await userEvent.clear(until);
    await fill(until, text);
  };
  await enter('01/01/2020 10:00');
  await press('Allow check-in');
  await screen.findByText('Enter a time in the next 24 hours.');
  await screen.findByText('Enter a reason.');
  expect(asked(server, 'POST /ext/defects/5/steps')).toEqual([]);
  const end = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 7_200_000).toISOString();
  const [year, month, day, time] = [end.slice(0, 4), end.slice(5, 7), end.slice(8, 10), end.slice(11, 16)];
  await enter(`${month}/${day}/${year} ${time}`);
  await fill(screen.getByRole('textbox', { name: /Reason/ }), 'to the garage');
  const release = { since: new Date().toISOString(), until: end, reason: 'to the garage' };
  const released = { ...DEFECT, version: 2, release };
  server
    .on('POST /ext/defects/5/steps', { body: released })
    .on('GET /ext/defects', { body: { defects: [released], next: null, counts: [] } });
  await press('Allow check-in');
  await screen.findByText(/although the defect is not repaired: to the garage/);
  expect(screen.queryByText(/Nobody can check in/)).toBeNull();
  expect(bodyOf(asked(server, 'POST /ext/defects/5/steps')[0])).toMatchObject({
    kind: 'release',
    note: 'to the garage',
    releasedUntil: end,
  });
});

test('[WEBINSPECT-3] a checklist has questions in an order; what is wrong is named; a removal is asked about', async () => {
  const server = serverOf().on('PUT /ext/checklists/4', { body: { ...CHECKLIST, version: 3 } });
  await open(server, '?tab=checklists');
  await userEvent.click(await screen.findByRole('button', { name: /Daily/ }));
  await press('Edit checklist');
  await press('Add question');
  await press('Move question 3 up');
  await press('Save');
  await screen.findByText('Enter the question.');
  await fill(screen.getByRole('textbox', { name: 'Text of question 2' }), 'Photo of the dashboard');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of question 2' }), 'photo');
  await fill(screen.getByRole('textbox', { name: 'Maximum of question 3' }), '1');
  await press('Save');
  await screen.findByText('The maximum is below the minimum.');
  await fill(screen.getByRole('textbox', { name: 'Maximum of question 3' }), '2');
  await press('Save');
  await waitFor(() => expect(asked(server, 'PUT /ext/checklists/4')).toHaveLength(1));
  expect(bodyOf(asked(server, 'PUT /ext/checklists/4')[0])).toMatchObject({
    version: 2,
    phases: ['before'],
    items: [{ id: 1 }, { id: 3, kind: 'photo' }, { id: 2, min: 1.6, max: 12 }],
  });
  server.on('DELETE /ext/checklists/4', { status: 204 });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText(/Inspections and defects stay/);
  expect(asked(server, 'DELETE /ext/checklists/4')).toEqual([]);
  await press('Delete');
  await waitFor(() => expect(asked(server, 'DELETE /ext/checklists/4')).toHaveLength(1));
});

test('[WEBINSPECT-4] what is missing is asked for, a defect asks for more, and it is sent once', async () => {
  const server = serverOf().on('POST /ext/inspections', { status: 201, body: DETAIL });
  await open(server, '?device=3');
  await userEvent.click(await screen.findByRole('button', { name: 'New inspection' }));
  await screen.findByRole('option', { name: 'Daily' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Checklist' }), 'Daily');
  await press('Save inspection');
  expect(await screen.findAllByText('This question needs an answer.')).toHaveLength(2);
  await userEvent.click(screen.getByRole('radio', { name: 'Brakes work?: No' }));
  screen.getByText('This is unsafe. Do not drive.');
  await fill(screen.getByRole('textbox', { name: 'What is wrong?' }), 'pedal goes down');
  await fill(screen.getByRole('textbox', { name: 'Tread' }), '4.5');
  await press('Save inspection');
  await screen.findByRole('dialog', { name: 'Van 3' });
  const [sent, ...more] = asked(server, 'POST /ext/inspections').map(bodyOf);
  expect(more).toEqual([]);
  expect(sent).toMatchObject({
    checklistId: 4,
    revision: 3,
    deviceId: 3,
    phase: 'before',
    answers: [
      { itemId: 1, isOk: false, note: 'pedal goes down' },
      { itemId: 2, value: 4.5 },
    ],
  });
});

test('[WEBINSPECT-5] shifts that missed an inspection have their driver and time', async () => {
  await open(serverOf(), '?tab=missed');
  const list = await screen.findByRole('list', { name: 'Missed' });
  const row = within(list).getByRole('listitem');
  for (const text of ['Van 3', 'Not inspected before the shift', 'Rosa', 'Since'])
    expect(row.textContent).toContain(text);
  expect(screen.queryByText(/only with our own tracking server/)).toBeNull();
});

test('[WEBINSPECT-5] missed inspections come in pages, found and sorted by the server', async () => {
  const server = serverOf().on('GET /ext/missed-inspections', ({ query }) => ({
    body:
      query.get('after') === '9 1'
        ? { missed: [{ ...MISSED, deviceName: 'Van 4', deviceId: 4 }], next: null }
        : { missed: [MISSED], next: '9 1' },
  }));
  await open(server, '?tab=missed&q=rosa&sort=vehicle');
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Van 4');
  screen.getByText('Van 3');
  expect(asked(server, 'GET /ext/missed-inspections').map(({ query }) => Object.fromEntries(query))).toEqual([
    { text: 'rosa', sort: 'vehicle' },
    { text: 'rosa', sort: 'vehicle', after: '9 1' },
  ]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Newest first');
  await waitFor(() =>
    expect(asked(server, 'GET /ext/missed-inspections').at(-1)?.query.get('descending')).toBe('true'),
  );
});

test('[WEBINSPECT-7] in front of a server that takes no events the list of missed inspections says so', async () => {
  const headers = { licensemode: 'plus', trackingserver: 'traccar 6.14.5', features: 'history' };
  await open(serverOf().on('GET /api/server', { body: aServer({}), headers }), '?tab=missed');
  await screen.findByRole('list', { name: 'Missed' });
  screen.getByText(/only with our own tracking server/);
});
