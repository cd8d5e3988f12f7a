import { encodeRights, type User } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aServer, aUser } from '../../testing/memory-server.ts';
import type { SignedIn } from '../../kernel/session/session.ts';
import { menuEntries, visibleMenu } from './menu-entries.ts';

const signedIn = (user: Partial<User>): SignedIn => ({
  kind: 'signedIn',
  user: aUser(user),
  server: {
    server: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
    plus: true,
    deviceLimit: null,
    trackingServer: null,
    features: null,
  },
  branding: {
    brand: 'rastro',
    title: 'Rastro',
    headLogo: null,
    whatsapp: null,
    androidApp: null,
    appleApp: null,
    dataPolicy: null,
    push: null,
    tileSources: [],
  },
});
const paths = (user: Partial<User>): string[] => visibleMenu(signedIn(user)).map(({ path }) => path);

test('the menu shows what the rights allow', () => {
  expect(paths({ administrator: true })).toContain('/devices');
  expect(paths({ attributes: { 'rastro.advancedPerms': encodeRights(['devices.view']) } })).toEqual([
    '/overview',
    '/devices',
  ]);
  expect(paths({ attributes: { 'rastro.advancedPerms': encodeRights(['events.view']) } })).toEqual([
    '/overview',
    '/events',
  ]);
  expect(paths({ attributes: { 'rastro.advancedPerms': encodeRights(['reports.view']) } })).toEqual([
    '/overview',
    '/history',
    '/reports',
  ]);
  expect(paths({ attributes: { 'rastro.advancedPerms': encodeRights(['geofences.view']) } })).toEqual([
    '/overview',
    '/geofence',
  ]);
});

test('a guest with a link has no menu', () => {
  expect(paths({ administrator: true, attributes: { isShared: true } })).toEqual([]);
});

test('the menu of a user has calendars and drivers, with the rights for them', () => {
  const own = (user: Partial<User>): string[] => menuEntries('user', signedIn(user)).map(({ path }) => path);
  expect(own({ administrator: true })).toEqual(expect.arrayContaining(['/calendars', '/drivers']));
  expect(own({ attributes: { 'rastro.advancedPerms': encodeRights(['drivers.view']) } })).toEqual([
    '/drivers',
  ]);
  expect(own({ attributes: { 'rastro.advancedPerms': encodeRights(['devices.view']) } })).toEqual([]);
  expect(own({ attributes: { isShared: true } })).toEqual([]);
});

test('[WEBLOG-4] the logs are in the menu of administrators where there is Plus', () => {
  const of = (user: Partial<User>, plus: boolean): string[] => {
    const session = signedIn(user);
    return menuEntries('administration', { ...session, server: { ...session.server, plus } }).map(
      ({ path }) => path,
    );
  };
  expect(of({ administrator: true }, true)).toEqual([
    '/billing',
    '/server',
    '/logs',
    '/reseller',
    '/stock',
    '/theme',
  ]);
  expect(of({ administrator: true }, false)).toEqual(['/server', '/stock']);
  expect(of({}, true)).toEqual([]);
});

test('[WEBTHEME-1] a brand is in the menu of administrators and resellers where there is Plus', () => {
  const of = (user: Partial<User>, plus: boolean): string[] => {
    const session = signedIn(user);
    return menuEntries('administration', { ...session, server: { ...session.server, plus } }).map(
      ({ path }) => path,
    );
  };
  const reseller = { attributes: { 'rastro.reseller': true } };
  expect(of({ administrator: true }, true)).toContain('/theme');
  expect(of({ administrator: true }, false)).not.toContain('/theme');
  expect(of(reseller, true)).toEqual(['/reseller', '/stock', '/theme']);
  expect(of(reseller, false)).toEqual(['/stock']);
  expect(of({}, true)).toEqual([]);
});

test('[WEBBILL-6][WEBBILL-600] billing is in the menu of administrators and resellers, own invoices in that of all but guests, where billing is on', () => {
  const of = (user: Partial<User>, isOn: boolean, plus = true): string[] => {
    const session = signedIn(user);
    const attributes = isOn ? { 'rastro.enableBilling': true } : {};
    const server = { ...session.server, plus, server: { ...session.server.server, attributes } };
    return menuEntries('administration', { ...session, server })
      .map(({ path }) => path)
      .filter((path) => path === '/billing' || path === '/invoices');
  };
  expect(of({ administrator: true }, true)).toEqual(['/billing', '/invoices']);
  expect(of({ attributes: { 'rastro.reseller': true } }, true)).toEqual(['/billing', '/invoices']);
  expect(of({ attributes: { 'rastro.subReseller': true } }, true)).toEqual(['/billing', '/invoices']);
  expect(of({}, true)).toEqual(['/invoices']);
  expect(of({ attributes: { isShared: true } }, true)).toEqual([]);
  // Its switch is there for who can use it.
  expect(of({ administrator: true }, false)).toEqual(['/billing']);
  expect(of({ attributes: { 'rastro.reseller': true } }, false)).toEqual([]);
  expect(of({ administrator: true }, false, false)).toEqual([]);
  expect(of({ administrator: true }, true, false)).toEqual([]);
});

test('[WEBINT-1] integrations are in the menu of administrators and resellers where money is taken', () => {
  const of = (user: Partial<User>, plus: boolean, isOn: boolean): string[] => {
    const session = signedIn(user);
    const settings = { ...session.server.server, attributes: { 'rastro.enableBilling': isOn } };
    return menuEntries('administration', {
      ...session,
      server: { ...session.server, server: settings, plus },
    }).map(({ path }) => path);
  };
  const reseller = { attributes: { 'rastro.reseller': true } };
  expect(of({ administrator: true }, true, true)).toContain('/integrations');
  expect(of({ administrator: true }, true, false)).not.toContain('/integrations');
  expect(of({ administrator: true }, false, true)).not.toContain('/integrations');
  expect(of(reseller, true, true)).toContain('/integrations');
  expect(of(reseller, true, false)).not.toContain('/integrations');
  expect(of({}, true, true)).not.toContain('/integrations');
});
