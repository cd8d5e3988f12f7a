import type { ServerResponse } from 'node:http';
import type { ForwardedReply } from './tracking-server.ts';

/** Answers that are made here instead of by the tracking server. */
export const jsonReply = (value: unknown): ForwardedReply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});
/** @param text Of an error, as docs/reference/tracking-api.md §1.6 has it. */
export const textReply = (status: number, text: string): ForwardedReply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(text),
});

export function writeReply(response: ServerResponse, { status, headers, body }: ForwardedReply): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(body);
}
