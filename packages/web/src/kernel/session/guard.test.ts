import { expect, test } from 'vitest';
import { aServer, aUser } from '../../testing/memory-server.ts';
import { comebackOf, loginPath, redirectOf, targetOf } from './guard.ts';
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

test('maintenance comes back to any own page but itself', () => {
  expect(comebackOf('/login?to=%2Fdevices')).toBe('/login?to=%2Fdevices');
  expect(comebackOf('/maintenance?to=/x')).toBe('/home');
});
