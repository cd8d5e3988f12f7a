import { expect } from '@playwright/test';
import type { RastroServer } from './rastro-server.ts';

type Values = Readonly<Record<string, string | number | boolean>>;
let second = 0;

/** Reports as a phone with an OsmAnd client does, each time a second later than the time before. */
export async function reportByHttp({ protocols }: RastroServer, id: string, values: Values): Promise<void> {
  const query = new URLSearchParams({ id, timestamp: String(Math.floor(Date.now() / 1000) - 60 + ++second) });
  for (const [name, value] of Object.entries(values)) query.set(name, String(value));
  const answer = await fetch(`http://127.0.0.1:${protocols['osmand']}/?${query}`);
  expect(answer.status).toBe(200);
}
