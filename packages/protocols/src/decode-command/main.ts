// npm run decode -- --protocol <name> [--json]: reads frames from stdin, one a line, and prints what they mean.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findProtocol, PROTOCOLS } from '../catalogue.ts';
import type { Protocol } from '../protocol.ts';
import { described } from './describe.ts';
import { jsonFrame, plainFrame } from './input.ts';
import { LineDecoder, type DecodedLine } from './line-decoder.ts';

const NAMES = PROTOCOLS.map(({ name }) => name).join(', ');
const USAGE = `Usage: npm run --silent decode -- --protocol <${NAMES.replaceAll(', ', '|')}> [--json] < frames`;

const { protocol, json } = options();
const decoder = new LineDecoder(protocol, Date.now);
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (json) process.stdout.write(`${JSON.stringify(decodedJson(line))}\n`);
  else if (line.trim() !== '') process.stdout.write(`${decodedText(line.trim())}\n`);
}

function decodedJson(line: string): DecodedLine {
  const frame = jsonFrame(line);
  if (!frame.ok) return { positions: [], reply: null, error: `MALFORMED: ${frame.error}` };
  return decoder.decode(frame.value);
}

function decodedText(line: string): string {
  const frame = plainFrame(line);
  return described(frame.payload, decoder.decode(frame));
}

function options(): { readonly protocol: Protocol; readonly json: boolean } {
  const { values, unknown } = argumentsOf();
  if (unknown !== null) exitWithError(`${unknown}\n${USAGE}`);
  const found = findProtocol(values?.protocol ?? '');
  if (!found) exitWithError(`name a protocol with --protocol; there are ${NAMES}`);
  return { protocol: found, json: values?.json ?? false };
}

function argumentsOf() {
  try {
    const { values } = parseArgs({
      options: { protocol: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    return { values, unknown: null };
  } catch (error) {
    // parseArgs reports unknown options only this way.
    if (error instanceof TypeError) return { values: null, unknown: error.message };
    throw error;
  }
}

function exitWithError(why: string): never {
  process.stderr.write(`Cannot decode: ${why}\n`);
  process.exit(1);
}
