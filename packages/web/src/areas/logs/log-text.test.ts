import { AUDIT_ACTIONS } from '@rastro/fleet';
import { EXTENSION_ROUTES, TRACKING_ROUTES, type DoneCall, type Route } from '@rastro/fleet/api';
import { expect, test } from 'vitest';
import { readTexts } from '../../testing/read-texts.ts';

const LANGUAGES = ['pt-BR', 'es', 'en'] as const;
const missing = (names: Iterable<string>): readonly string[] =>
  LANGUAGES.flatMap((language) => {
    const known = readTexts().get(language);
    return [...names]
      .filter((name) => known?.has(`logs:${name}`) !== true)
      .map((name) => `${language} ${name}`);
  });

test('[WEBLOG-7] every act that a log may name has words in all languages', () => {
  expect(missing(AUDIT_ACTIONS.map((action) => `act.${action}`))).toEqual([]);
});

test('[WEBLOG-7] what the routes put down, and its details, have words in all languages', () => {
  const call: DoneCall = {
    params: { id: '1', domain: 'fleet.example' },
    query: { groupId: 2, from: '2026-01-01', to: '2026-01-02', deviceId: 3, token: 'x' },
    body: { id: 4, deviceId: 5, eventIds: [6], note: 'seen', expiration: '2026-01-01', token: 'x' },
    status: 200,
    answer: { id: 7, customerId: 8, value: 9 },
  };
  const routes: readonly Route[] = [...Object.values(TRACKING_ROUTES), ...Object.values(EXTENSION_ROUTES)];
  const entries = routes.flatMap(({ audit }) => audit?.(call) ?? []);
  expect(entries.length).toBeGreaterThan(60);
  const objects = entries.map(({ objectType }) => `object.${objectType}`);
  const details = entries.flatMap(({ attributes }) => Object.keys(attributes ?? {}));
  expect(missing(new Set(objects))).toEqual([]);
  expect(missing(new Set(details.map((name) => `detail.${name}`)))).toEqual([]);
});
