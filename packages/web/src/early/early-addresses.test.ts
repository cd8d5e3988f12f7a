import { createExtensionClient, createTrackingClient } from '@rastro/tracking-client';
import { expect, test } from 'vitest';
import { TrackLoader } from '../areas/history/track-loader.ts';
import { readHistory } from '../areas/history/history-address.ts';
import { BRANDING, firstTrack, hasFleet, SERVER, SESSION } from './early-addresses.ts';

const never = new AbortController().signal;
/** Addresses that a client asks for. */
function listen() {
  const asked: string[] = [];
  const fetch = async (address: string): Promise<Response> => {
    asked.push(address);
    return new Response('{}');
  };
  const client = createTrackingClient({ fetch, basePath: '/api', extensionPath: '/ext' });
  return { asked, client, extension: createExtensionClient({ fetch, basePath: '/ext' }) };
}

test('[WEB-900] what is read before the application comes is what it asks for', async () => {
  const { asked, client, extension } = listen();
  await client.server.read(never);
  await extension.branding(never);
  await client.session.read(never);
  expect(asked).toEqual([SERVER, BRANDING, SESSION]);
});

test('[WEB-900] so is the first track of a link to the past', async () => {
  const { asked, client } = listen();
  const search = new URLSearchParams(
    'devices=7,8&from=2026-01-01T00:00:00.400Z&to=2026-02-01T00:00:00.000Z&at=5',
  );
  const { deviceIds, period } = readHistory(search);
  if (!('from' in period)) throw new Error('The link names both ends');
  const span = { from: Math.floor(period.from / 1000), to: Math.ceil(period.to / 1000) };
  await new TrackLoader({ client, deviceIds, span, measures: [] }).load();
  expect(asked[0]).toBe(firstTrack(search)?.address);
  expect(firstTrack(search)?.span).toEqual(span);
});

test('[WEB-900] nothing is read ahead whose address depends on the user, nor on pages without a fleet', () => {
  const read = (search: string) => firstTrack(new URLSearchParams(search));
  const days = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';
  expect(read(`devices=7&${days}`)).not.toBeNull();
  for (const search of [days, 'devices=7&period=today', `devices=x&${days}`, `devices=7&${days}&curve=fuel`])
    expect(read(search)).toBeNull();
  const paths = ['/login', '/login/forgot', '/share/abc', '/qr-driver', '/motorista', '/maintenance'];
  expect(paths.filter(hasFleet)).toEqual([]);
  expect(['/home', '/devices/5', '/history', '/shares'].filter(hasFleet)).toHaveLength(4);
});
