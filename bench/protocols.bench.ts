// Frames a second that one core decodes, per protocol: the median over the sample frames.
import {
  PROTOCOLS,
  type DecodeContext,
  type HttpProtocol,
  type HttpRequest,
  type StreamProtocol,
} from '@rastro/protocols';
import { payloadOf, samplesOf, type Sample } from '../packages/protocols/test/support.ts';

/** Long enough for the code to be optimised, then to be measured. */
const WARM_MS = 100;
const RUN_MS = 150;

/** Frames a second on one core. @source issue: text and binary protocols have targets of their own. */
const TARGETS: Readonly<Record<string, number>> = Object.fromEntries([
  ...['osmand', 'suntech', 'h02', 'gl200', 'gps103', 'wialon', 'meitrack'].map((name) => [name, 300_000]),
  ...['gt06', 'teltonika', 'jt808', 'ruptela'].map((name) => [name, 500_000]),
]);

const samples = PROTOCOLS.flatMap(({ name }) => samplesOf(name));
const only = process.argv[2];
for (const protocol of PROTOCOLS) {
  if (only !== undefined && protocol.name !== only) continue;
  const rates = protocol.kind === 'stream' ? streamRates(protocol) : httpRates(protocol);
  printRates(protocol.name, rates);
}

function printRates(
  protocol: string,
  rates: readonly { readonly sample: string; readonly rate: number }[],
): void {
  const sorted = rates.toSorted((a, b) => a.rate - b.rate);
  const median = Math.round(sorted[Math.floor(sorted.length / 2)]?.rate ?? 0);
  const figure = {
    bench: 'protocols.decode',
    protocol,
    frames_per_s: median,
    target: TARGETS[protocol] ?? null,
  };
  const slowest = { slowest_per_s: Math.round(sorted[0]?.rate ?? 0), slowest: sorted[0]?.sample ?? null };
  process.stdout.write(`${JSON.stringify({ ...figure, ...slowest })}\n`);
}

function streamRates(protocol: StreamProtocol) {
  let state = protocol.initialState();
  return measured(
    samples.flatMap((sample) => {
      if (sample.protocol !== protocol.name || sample.direction !== 'up') return [];
      const frame = payloadOf(sample);
      const context = contextOf(sample);
      const before = sample.udp || sample.isolated ? protocol.initialState() : state;
      const decoded = protocol.decode(frame, before, context);
      if (!decoded.ok) throw new Error(`Cannot measure ${sample.name}: ${decoded.error.code}`);
      if (!sample.udp && !sample.isolated) state = decoded.value.state;
      return [{ sample: sample.name, work: () => void protocol.decode(frame, before, context) }];
    }),
  );
}

function httpRates(protocol: HttpProtocol) {
  return measured(
    samples
      .filter((sample) => sample.protocol === protocol.name)
      .map((sample) => {
        const request = requestOf(sample);
        const context = contextOf(sample);
        if (!protocol.decode(request, context).ok) throw new Error(`Cannot measure ${sample.name}`);
        return { sample: sample.name, work: () => void protocol.decode(request, context) };
      }),
  );
}

/** All kinds of frames first, as a server meets them: code made fast for one kind only would flatter it. */
function measured(frames: readonly { readonly sample: string; readonly work: () => void }[]) {
  for (let round = 0; round < 5; round++) for (const { work } of frames) repeat(1000, work);
  return frames.map(({ sample, work }) => ({ sample, rate: rateOf(work) }));
}

function repeat(times: number, work: () => void): void {
  for (let left = times; left > 0; left--) work();
}

function contextOf({ model, config, udp }: Sample): DecodeContext {
  return { device: { uniqueId: '1', model, timeZone: null, options: config ?? {} }, now: 0, udp };
}

function requestOf({ kind, payload }: Sample): HttpRequest {
  return kind === 'get'
    ? { method: 'GET', target: payload, contentType: null, body: new Uint8Array(0) }
    : { method: 'POST', target: '/', contentType: 'application/json', body: Buffer.from(payload) };
}

/** Calls a second. Time of the processor, not of the clock: what else the machine does should not count. */
function rateOf(work: () => void): number {
  spend(WARM_MS, work);
  return spend(RUN_MS, work);
}

function spend(ms: number, work: () => void): number {
  const started = process.cpuUsage();
  for (let count = 2000; ; count += 2000) {
    repeat(2000, work);
    const { user, system } = process.cpuUsage(started);
    if (user + system >= ms * 1000) return (count / (user + system)) * 1e6;
  }
}
