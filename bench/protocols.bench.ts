// How many frames a second one core decodes, per protocol: the median over the samples of the reference.
import { readFileSync } from 'node:fs';
import { PROTOCOLS, type DecodeContext, type StreamProtocol } from '@rastro/protocols';

interface Sample {
  readonly protocol: string;
  readonly kind: string;
  readonly direction: string;
  readonly udp: boolean;
  readonly isolated: boolean;
  readonly model: string | null;
  readonly config: Readonly<Record<string, string>> | null;
  readonly payload: string;
}
const REFERENCE = new URL('../../shared/reference/protocols/samples.json', import.meta.url);
const OTHER = new URL('../../../shared/reference/protocols/samples.json', import.meta.url);
/** Long enough for the code to be optimised, then to be measured. */
const WARM_MS = 100;
const RUN_MS = 150;

const samples = read();
const only = process.argv[2];
for (const protocol of PROTOCOLS) {
  if (only !== undefined && protocol.name !== only) continue;
  if (protocol.kind === 'stream') measure(protocol);
}

function measure(protocol: StreamProtocol): void {
  let state = protocol.initialState();
  const rates: number[] = [];
  for (const sample of samples) {
    if (sample.protocol !== protocol.name || sample.direction !== 'up') continue;
    const frame = bytesOf(sample);
    const context: DecodeContext = {
      device: { uniqueId: '1', model: sample.model, timeZone: null, options: sample.config ?? {} },
      now: 0,
      udp: sample.udp,
    };
    const before = sample.udp || sample.isolated ? protocol.initialState() : state;
    const decoded = protocol.decode(frame, before, context);
    if (!decoded.ok) continue;
    if (!sample.udp && !sample.isolated) state = decoded.value.state;
    rates.push(rateOf(() => void protocol.decode(frame, before, context)));
  }
  rates.sort((a, b) => a - b);
  const median = Math.round(rates[Math.floor(rates.length / 2)] ?? 0);
  const figure = { bench: 'protocols.decode', protocol: protocol.name, frames_per_s: median };
  process.stdout.write(`${JSON.stringify({ ...figure, slowest_per_s: Math.round(rates[0] ?? 0) })}\n`);
}

/** Calls a second. Time of the processor, not of the clock: what else the machine does should not count. */
function rateOf(work: () => void): number {
  spend(WARM_MS, work);
  return spend(RUN_MS, work);
}

function spend(ms: number, work: () => void): number {
  const started = process.cpuUsage();
  for (let count = 2000; ; count += 2000) {
    for (let left = 2000; left > 0; left--) work();
    const { user, system } = process.cpuUsage(started);
    if (user + system >= ms * 1000) return (count / (user + system)) * 1e6;
  }
}

function bytesOf({ kind, payload }: Sample): Uint8Array {
  if (kind === 'hex') return new Uint8Array(Buffer.from(payload, 'hex'));
  return new Uint8Array(Buffer.from(payload.replaceAll('\\r', '\r').replaceAll('\\n', '\n'), 'latin1'));
}

function read(): readonly Sample[] {
  for (const place of [REFERENCE, OTHER]) {
    try {
      return JSON.parse(readFileSync(place, 'utf8')) as readonly Sample[];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('Cannot measure: the protocol reference is not beside the repository');
}
