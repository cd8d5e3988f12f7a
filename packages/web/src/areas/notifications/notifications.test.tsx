import { encodeRights, type NotificationDelivery, type NotificationRule } from '@rastro/fleet';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RuleListPanel } from './rule-list-panel.tsx';
import { RulePanel } from './rule-panel.tsx';
import { changedRule, checkRule, ruleValues } from './rule-values.ts';
import { fill } from '../../testing/fill.ts';

const rule = (part: Partial<NotificationRule>): NotificationRule => ({
  id: 1,
  description: null,
  type: 'alarm',
  always: true,
  notificators: 'web,mail',
  commandId: 0,
  calendarId: 0,
  attributes: { alarms: 'sos,tow' },
  ...part,
});
const delivery = (part: Partial<NotificationDelivery>): NotificationDelivery => ({
  id: 1,
  userId: 1,
  notificationId: 1,
  eventId: 5,
  eventType: 'ignitionOn',
  deviceId: 3,
  channel: 'mail',
  target: 'a***@example.com',
  status: 'sent',
  reason: null,
  tries: 1,
  createdTime: '2026-01-05T12:00:00.000+00:00',
  changedTime: '2026-01-05T12:00:01.000+00:00',
  ...part,
});

function aRuleServer(user: Parameters<typeof aUser>[0] = {}): MemoryServer {
  const echo = ({ body }: { readonly body: string }) => ({ body: { ...rule({}), ...JSON.parse(body) } });
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': user.attributes !== undefined } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/notifications', {
      body: [rule({}), rule({ id: 2, type: 'ignitionOn', always: false, notificators: 'telegram' })],
    })
    .on('GET /api/notifications/notificators', { body: [{ type: 'web' }, { type: 'mail' }] })
    .on('GET /api/notifications/deliveries', {
      body: [
        delivery({ id: 7, status: 'skipped', reason: 'NO_ADDRESS', eventType: 'alarm' }),
        delivery({ id: 6, status: 'failed', reason: 'mail box: full' }),
      ],
    })
    .on('GET /api/calendars', { body: [] })
    .on('GET /api/commands', { body: [] })
    .on('GET /api/users', { body: [] })
    .on('POST /api/notifications/test/mail', {
      status: 400,
      body: 'Notification not sent - mail: unauthorized, no mail server is set',
    })
    .on('POST /api/notifications', echo)
    .on('PUT /api/notifications/1', echo);
}
const open = (server: MemoryServer, at: string, fleet = new MemoryFleet([])) =>
  openPage({
    server,
    at,
    fleet,
    routes: () => [
      { path: '/notifications', element: <RuleListPanel /> },
      { path: '/notifications/deliveries', element: <DeliveriesPanel /> },
      { path: '/notifications/:ruleId', element: <RulePanel /> },
    ],
  });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

test('[WEBNOTE-1] the list says what each rule is about, sorted and found', async () => {
  const page = await open(aRuleServer(), '/notifications?sort=newest');
  await screen.findByRole('option', { name: /Ignition on/ });
  const lines = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/Ignition on.*Telegram · Linked vehicles/);
  expect(lines[1]).toMatch(/Alarm: .*Browser, E-mail · All vehicles/);
  await fill(screen.getByLabelText('Search notifications'), 'ignition');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.click(screen.getByRole('option', { name: /Ignition on/ }));
  expect(page.path()).toBe('/notifications/2');
});

test('[WEBNOTE-2] a missing or impossible value is an error', () => {
  const wrong = (part: object): readonly string[] => [
    ...checkRule({ ...ruleValues(rule({}), 'rastro'), ...part }, false),
  ];
  expect(wrong({})).toEqual([]);
  expect(wrong({ channels: [], alarms: [] })).toEqual(['alarms', 'channels']);
  expect(wrong({ type: 'ignitionOn', alarms: [] })).toEqual([]);
  expect(wrong({ channels: ['command'] })).toEqual(['command']);
  expect(wrong({ sound: 'custom', soundUrl: 'https://example.com/a.txt' })).toEqual(['soundUrl']);
  expect(wrong({ sound: 'custom', soundUrl: 'https://example.com/a.ogg' })).toEqual([]);
  expect(wrong({ escalateMinutes: '1441' })).toEqual(['escalateMinutes']);
  expect(wrong({ escalateMinutes: '1.5' })).toEqual(['escalateMinutes']);
});

test('[WEBNOTE-300] a rule for certain devices names one, which is linked when it is made', async () => {
  const server = aRuleServer()
    .on('GET /api/permissions', { body: [] })
    .on('POST /api/notifications', ({ body }) => ({ body: { ...JSON.parse(body), id: 9 } }))
    .on('POST /api/permissions/bulk', { status: 204 });
  await openPage({
    server,
    at: '/notifications/new',
    routes: () => [
      { path: '/notifications/:ruleId', element: <RulePanel /> },
      { path: '*', element: <p>the list</p> },
    ],
    fleet: new MemoryFleet([aVehicle({ id: 3, name: 'Van 3' }), aVehicle({ id: 4, name: 'Van 4' })]),
  });
  await screen.findByText('Covers 2 vehicles and notifies 1 user.');
  await userEvent.click(screen.getByRole('switch', { name: /^All vehicles/ }));
  await screen.findByText(/nobody would be notified/);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Select at least one vehicle/);
  expect(server.requests('POST /api/notifications')).toHaveLength(0);
  await userEvent.type(screen.getByRole('combobox', { name: 'Add a vehicle' }), 'Van 3');
  await userEvent.click(await screen.findByRole('option', { name: /^Van 3/ }));
  await screen.findByText('Covers 1 vehicle and notifies 1 user.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('the list');
  expect(JSON.parse(server.requests('POST /api/permissions/bulk')[0]?.body ?? '')).toEqual([
    { deviceId: 3, notificationId: 9 },
  ]);
});

test('[WEBNOTE-300] an older rule without a linked device is shown as notifying nobody', async () => {
  await open(aRuleServer().on('GET /api/permissions', { body: [] }), '/notifications');
  const line = await screen.findByRole('option', { name: /Ignition on/ });
  await waitFor(() => expect(line.textContent).toContain('Notifies nobody'));
});

test('[WEBNOTE-2] a rule without a channel is not sent', async () => {
  const server = aRuleServer();
  server.on('GET /api/notifications', { body: [rule({ notificators: '' })] });
  await open(server, '/notifications/1');
  await press('Save');
  await screen.findByText('Choose at least one channel.');
  expect(server.requests('PUT /api/notifications/1')).toEqual([]);
});

test('[WEBNOTE-3] a rule comes back as it was', () => {
  const all = rule({
    commandId: 4,
    notificators: 'web,command',
    attributes: {
      alarms: 'sos',
      priority: true,
      late: true,
      newUsers: true,
      escalateMinutes: 10,
      escalateUsers: '2,3',
      escalateChannels: 'mail',
      geofenceIds: '5,6',
      'rastro.sound': 'custom',
      'rastro.soundURL': 'https://example.com/a.mp3',
      'rastro.color': 'soft-red',
      'rastro.pin': true,
      'rastro.position': 'top-left',
    },
  });
  expect(changedRule(all, ruleValues(all, 'rastro'), 'rastro')).toEqual(all);
  const plain = rule({ attributes: { alarms: 'sos' } });
  expect(changedRule(plain, ruleValues(plain, 'rastro'), 'rastro')).toEqual(plain);
});

test('[WEBNOTE-4] the notice looks as it was chosen', async () => {
  const server = aRuleServer();
  await open(server, '/notifications/1');
  const notice = await screen.findByRole('img', { name: 'How the alert looks' });
  expect(notice.dataset['eventColor']).toBe('red');
  await userEvent.selectOptions(screen.getByLabelText('Color'), 'soft-green');
  expect(notice.dataset['eventColor']).toBe('soft-green');
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Sound'), 'mute');
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
  await press('Save');
  await waitFor(() => expect(server.requests('PUT /api/notifications/1')).toHaveLength(1));
  expect(JSON.parse(server.requests('PUT /api/notifications/1')[0]?.body ?? '')).toMatchObject({
    attributes: { alarms: 'sos,tow', 'rastro.color': 'soft-green', 'rastro.sound': 'mute' },
  });
});

test('[WEBNOTE-5] a test says why a channel did not work', async () => {
  await open(aRuleServer(), '/notifications/1');
  await press('Test: E-mail');
  await screen.findByText(/could not be sent\. \(mail: unauthorized, no mail server is set\)/);
});

test('[WEBNOTE-6] the log says why something was not sent', async () => {
  await open(aRuleServer(), '/notifications/deliveries');
  await screen.findByText('The account has no address for this channel.');
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Alarm.*Not sent/);
  expect(lines[1]).toMatch(/Ignition on.*Failed.*mail box: full/);
});

test('[WEBNOTE-400] the log is asked why a user got nothing, and answers event by event, rule by rule', async () => {
  const server = aRuleServer()
    .on('GET /api/users', { body: [aUser({ id: 4, name: 'Maria' })] })
    .on('GET /api/notifications/trace', {
      body: {
        userId: 4,
        deviceId: 3,
        from: '2026-01-05T12:00:00Z',
        to: '2026-01-05T13:00:00Z',
        reasons: ['NO_SIGHT'],
        isCut: false,
        events: [
          {
            id: 9,
            type: 'alarm',
            eventTime: '2026-01-05T12:30:00Z',
            alarm: 'sos',
            reasons: [],
            rules: [
              { notificationId: 1, description: 'Panic', isGone: false, reasons: ['CALENDAR'], channels: [] },
              {
                notificationId: 2,
                description: null,
                isGone: false,
                reasons: [],
                channels: [
                  { channel: 'mail', status: null, reason: 'NO_ADDRESS', target: null, changedTime: null },
                ],
              },
            ],
          },
        ],
      },
    });
  await open(server, '/notifications/deliveries', new MemoryFleet([aVehicle({ id: 3, name: 'Van 3' })]));
  await press('Why was someone not notified?');
  expect(await screen.findByRole('button', { name: 'Check' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('combobox', { name: 'Vehicle' }));
  await userEvent.click(await screen.findByRole('option', { name: /Van 3/ }));
  await userEvent.click(screen.getByLabelText('User', { selector: 'input' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Maria' }));
  await press('Check');
  await screen.findByText('The user has no access to this vehicle.');
  const line = screen.getByRole('listitem').textContent;
  expect(line).toMatch(/Alarm: SOS.*Panic.*Outside the times.*Notification 2.*E-mail.*no address/i);
  const asked = server.requests('GET /api/notifications/trace')[0];
  expect([asked?.query.get('userId'), asked?.query.get('deviceId'), asked?.query.get('type')]).toEqual([
    '4',
    '3',
    null,
  ]);
});

test('[WEBNOTE-7] without the right there is nothing to change', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['notifications.view']) };
  const page = await open(aRuleServer({ attributes }), '/notifications');
  await screen.findByRole('option', { name: /Ignition on/ });
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  page.unmount();
  await open(aRuleServer({ attributes }), '/notifications/1');
  expect(await screen.findByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete the notification' })).toBeNull();
});

test('[WEBNOTE-8] users who may create users mark a rule for new ones', async () => {
  const label = 'Assign to new sub-users';
  const server = aRuleServer();
  server.on('GET /api/session', { body: aUser({ userLimit: 5 }) });
  const page = await open(server, '/notifications/1');
  await userEvent.click(await screen.findByLabelText(label));
  await press('Save');
  await waitFor(() => expect(server.requests('PUT /api/notifications/1')).toHaveLength(1));
  const [{ body } = { body: '' }] = server.requests('PUT /api/notifications/1');
  expect(body).toContain('"newUsers":true');
  page.unmount();
  server.on('GET /api/session', { body: aUser({ userLimit: 0 }) });
  await open(server, '/notifications/1');
  await screen.findByRole('button', { name: 'Save' });
  expect(screen.queryByLabelText(label)).toBeNull();
});
