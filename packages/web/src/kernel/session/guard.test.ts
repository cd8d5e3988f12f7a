import { encodeRights } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aServer, aUser } from '../../testing/memory-server.ts';
import { comebackOf, loginPath, redirectOf, targetOf } from './guard.ts';
import { landingOf } from './landing.ts';
import type { SessionState } from './session.ts';

const deployment = {
  server: { server: aServer({}), plus: false, deviceLimit: null, trackingServer: null, features: null },
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
} as const;
const signedOut: SessionState = { kind: 'signedOut', ended: false, ...deployment };

test('who is signed in stays', () => {
  expect(redirectOf({ kind: 'signedIn', user: aUser({}), ...deployment }, '/home')).toBeNull();
});

test('without a session the way leads to the login and remembers the target', () => {
  expect(redirectOf(signedOut, '/devices/7?follow=1')).toBe('/login?to=%2Fdevices%2F7%3Ffollow%3D1');
});

test('driver routes lead to the driver login', () => {
  expect(redirectOf(signedOut, '/qr-driver/scan/9')).toBe('/motorista?to=%2Fqr-driver%2Fscan%2F9');
  expect(loginPath('/qr-drivers')).toBe('/login?to=%2Fqr-drivers');
});

test('without a server the way leads to maintenance', () => {
  expect(redirectOf({ kind: 'unreachable' }, '/home')).toBe('/maintenance?to=%2Fhome');
});

test.each([
  [null, '/home'],
  ['/devices', '/devices'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['https://evil.example', '/home'],
  ['/login?to=/x', '/home'],
  ['/motorista', '/home'],
])('the target %s leads to %s', (to, path) => {
  expect(targetOf(to)).toBe(path);
});

test('[OVER-8] who asked for no page lands on the map, or on the overview if they chose it and may open it', () => {
  const chosen = { 'rastro.landing': 'overview' };
  const of = (user: Parameters<typeof aUser>[0]): string =>
    landingOf({ kind: 'signedIn', user: aUser(user), ...deployment });
  expect(of({})).toBe('/home');
  expect(of({ attributes: { 'rastro.landing': 'elsewhere' } })).toBe('/home');
  expect(of({ attributes: chosen })).toBe('/overview');
  expect(of({ attributes: { ...chosen, isShared: true } })).toBe('/home');
  expect(landingOf(signedOut)).toBe('/home');
  const narrow = { server: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }), plus: true };
  const none = aUser({ attributes: { ...chosen, 'rastro.advancedPerms': encodeRights(['groups.view']) } });
  const server = { ...deployment.server, ...narrow };
  expect(landingOf({ kind: 'signedIn', user: none, ...deployment, server })).toBe('/home');
  expect(targetOf(null, '/overview')).toBe('/overview');
  expect(targetOf('/devices', '/overview')).toBe('/devices');
});

test('maintenance comes back to any own page but itself', () => {
  expect(comebackOf('/login?to=%2Fdevices')).toBe('/login?to=%2Fdevices');
  expect(comebackOf('/maintenance?to=/x')).toBe('/home');
});
