// npm run decode -- --protocol <name> [--json]: reads frames from stdin, one a line, and prints what they mean.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findProtocol, PROTOCOLS } from '../catalogue.ts';
import { described } from './describe.ts';
import { jsonFrame, plainFrame } from './input.ts';
import { LineDecoder, type DecodedLine } from './line-decoder.ts';

const NOT_A_FRAME: DecodedLine = {
  positions: [],
  reply: null,
  error: 'MALFORMED: not a JSON object with a payload',
};

const { values } = parseArgs({
  options: { protocol: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const protocol = findProtocol(values.protocol ?? '');
if (!protocol) {
  const names = PROTOCOLS.map(({ name }) => name).join(', ');
  process.stderr.write(`Cannot decode: name a protocol with --protocol; there are ${names}\n`);
  process.exit(1);
}
const decoder = new LineDecoder(protocol, Date.now);
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim() === '') continue;
  process.stdout.write(`${values.json ? asJson(line) : asText(line)}\n`);
}

function asJson(line: string): string {
  const frame = jsonFrame(line);
  return JSON.stringify(frame ? decoder.decode(frame) : NOT_A_FRAME);
}

function asText(line: string): string {
  const frame = plainFrame(line.trim());
  return described(frame.payload, decoder.decode(frame));
}
