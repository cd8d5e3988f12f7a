import type { DeviceConnection } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aVehicle } from '../../../testing/memory-fleet.ts';
import { connectVerdict, type ConnectReadings } from './connect-verdict.ts';
import { isUnreachable, suggestedHost } from './tracker-address.ts';
import { readMemory } from './connect-memory.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();
const QUIET: DeviceConnection = {
  deviceId: 3,
  host: null,
  listeners: [{ protocol: 'gt06', port: 5023, lastMessage: null, lastFailure: null }],
  refused: null,
  undecoded: null,
  unknown: [],
};
const neverConnected = aVehicle({ id: 3, lastUpdate: null, status: 'unknown' });
const of = (part: Partial<ConnectReadings>): string =>
  connectVerdict({
    vehicle: { ...neverConnected, position: null },
    lastUpdateBefore: null,
    connection: QUIET,
    protocol: 'gt06',
    now: NOW,
    ...part,
  }).kind;
const verdictWith = (part: Partial<DeviceConnection>): string => of({ connection: { ...QUIET, ...part } });

test('[CONNECT-614] the first reason that holds is shown', () => {
  expect(of({})).toBe('silent');
  expect(of({ connection: null })).toBe('unseen');
  expect(of({ protocol: 'h02' })).toBe('noListener');
  const listener = { protocol: 'gt06', port: 5023, lastMessage: ago(500), lastFailure: null };
  expect(verdictWith({ listeners: [listener] })).toBe('reached');
  expect(verdictWith({ listeners: [{ ...listener, lastFailure: ago(2) }] })).toBe('wrongPort');
  expect(verdictWith({ listeners: [{ ...listener, lastFailure: ago(20) }] })).toBe('reached');
  const caller = { uniqueId: '1', protocol: 'gt06', at: ago(1) };
  expect(verdictWith({ unknown: [caller] })).toBe('unknown');
  expect(verdictWith({ unknown: [{ ...caller, at: ago(15) }] })).toBe('silent');
  expect(verdictWith({ unknown: [caller], undecoded: { reason: 'MALFORMED', at: ago(1) } })).toBe(
    'undecoded',
  );
  const refused = { reason: 'disabled', at: ago(1) } as const;
  expect(verdictWith({ refused, unknown: [caller] })).toBe('refused');
});

test('[CONNECT-614] heard is what was not heard when the screen was opened', () => {
  const online = aVehicle({ id: 3, lastUpdate: ago(1), status: 'online' });
  expect(of({ vehicle: online })).toBe('connected');
  expect(of({ vehicle: { ...online, position: null } })).toBe('noFix');
  // A phone sends once and is not connected.
  const once = aVehicle({ id: 3, lastUpdate: ago(1), status: 'unknown' });
  expect(of({ vehicle: once })).toBe('connected');
  expect(of({ vehicle: once, lastUpdateBefore: ago(1) })).toBe('silent');
});

test("[CONNECT-612] the page's own public name first; what no mobile network reaches is known", () => {
  expect(suggestedHost('track.example.com', 'operator.example.com')).toBe('track.example.com');
  expect(suggestedHost('localhost', 'operator.example.com')).toBe('operator.example.com');
  expect(suggestedHost('203.0.113.7', 'operator.example.com')).toBe('operator.example.com');
  expect(suggestedHost('192.168.1.4', null)).toBe('192.168.1.4');
  for (const host of [
    '',
    'localhost',
    'server',
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.9',
    'a.local',
    '[fd00::1]',
  ])
    expect(isUnreachable(host), host).toBe(true);
  for (const host of ['track.example.com', '203.0.113.7', '[2001:db8::1]'])
    expect(isUnreachable(host), host).toBe(false);
});

test('[CONNECT-613] what was kept is read whatever it is', () => {
  const nothing = { model: '', host: '', apn: '', user: '', secret: '' };
  for (const text of [null, '', '{', '7', 'null', '{"apn":5}', `{"apn":"${'x'.repeat(101)}"}`])
    expect(readMemory(text)).toEqual(nothing);
  expect(readMemory('{"apn":"zap.vivo.com.br","other":1}')).toEqual({ ...nothing, apn: 'zap.vivo.com.br' });
});
