import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GeocoderSimulator {
  readonly url: string;
  /** Addresses asked for, query included. */
  readonly asked: string[];
  /** Next answer; null = none, ever. */
  answer: {
    readonly status: number;
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  } | null;
  close(): void;
}

/** Answers as a test sets it; the answers in the tests are those of docs/reference/integrations.md §6. */
export async function startGeocoderSimulator(): Promise<GeocoderSimulator> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (simulator.answer === null) return;
    const { status, body, headers } = simulator.answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const simulator: GeocoderSimulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: { status: 200, body: '{}' },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return simulator;
}
