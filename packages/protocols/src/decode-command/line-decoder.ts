import { ok, type Result } from '@rastro/base';
import type { Attributes, AttributeValue } from '@rastro/fleet';
import type {
  DecodeContext,
  DecodeFailure,
  DeviceProfile,
  DeviceRecord,
  HttpProtocol,
  HttpRequest,
  Protocol,
  StreamProtocol,
} from '../protocol.ts';
import { boundRecord } from '../bound-record.ts';
import { frameBytes, type InputFrame } from './input.ts';
import { outputOf, type OutputPosition } from './output.ts';

export interface DecodedLine {
  readonly positions: readonly OutputPosition[];
  readonly reply: string | null;
  readonly error: string | null;
}

/** Their answers are bytes; those of all other protocols are text, also to binary frames. */
const BINARY_ANSWERS: ReadonlySet<string> = new Set(['gt06', 'teltonika', 'jt808', 'ruptela']);
const TIME_ZONE_OPTIONS = ['decoder.timezone', 'timezone'] as const;
interface Start {
  readonly before: unknown;
  readonly frame: InputFrame;
}
interface Spoken {
  readonly state: unknown;
  readonly records: readonly DeviceRecord[];
  readonly replies: readonly Uint8Array[];
}

const SOMEBODY = '000000000000000';

/** Decodes frames one after another, as if they arrived on one connection of a known device. */
export class LineDecoder {
  readonly #protocol: Protocol;
  readonly #now: () => number;
  #state: unknown;
  #uniqueId = SOMEBODY;

  constructor(protocol: Protocol, now: () => number) {
    this.#protocol = protocol;
    this.#now = now;
    this.#state = protocol.kind === 'stream' ? protocol.initialState() : null;
  }

  decode(frame: InputFrame): DecodedLine {
    const protocol = this.#protocol;
    return protocol.kind === 'http' ? this.#http(protocol, frame) : this.#stream(protocol, frame);
  }

  #stream(protocol: StreamProtocol, frame: InputFrame): DecodedLine {
    if (frame.kind === 'get' || frame.kind === 'json') return wrongKind(frame, protocol);
    const bytes = frameBytes(frame);
    const alone = frame.isolated || frame.udp;
    const before = alone ? protocol.initialState() : this.#state;
    const spoken =
      (frame.udp ? null : this.#pieces(protocol, bytes, { before, frame })) ??
      this.#spoken(protocol, [bytes], { before, frame });
    if (!spoken.ok) return failed(spoken.error);
    const { state, records, replies } = spoken.value;
    if (!alone) this.#state = state;
    const binary = frame.kind === 'hex' && BINARY_ANSWERS.has(protocol.name);
    return { positions: records.map(outputOf), reply: replyText(replies, binary), error: null };
  }

  /** Frames that are glued together, when all of the bytes are frames that can be decoded; else null. */
  #pieces(protocol: StreamProtocol, bytes: Uint8Array, start: Start): Result<Spoken, DecodeFailure> | null {
    const framer = protocol.createFramer();
    const cuts = framer.push(bytes);
    const frames = cuts.flatMap((cut) => (cut.ok ? [cut.value] : []));
    if (framer.heldBytes > 0 || frames.length < 2 || frames.length < cuts.length) return null;
    const spoken = this.#spoken(protocol, frames, start);
    return spoken.ok ? spoken : null;
  }

  #spoken(
    protocol: StreamProtocol,
    frames: readonly Uint8Array[],
    { before, frame }: Start,
  ): Result<Spoken, DecodeFailure> {
    let state = before;
    const records: DeviceRecord[] = [];
    const replies: Uint8Array[] = [];
    for (const bytes of frames) {
      this.#uniqueId = protocol.identify(bytes, state, frame.udp)[0] ?? this.#uniqueId;
      const decoded = protocol.decode(bytes, state, this.#context(frame));
      if (!decoded.ok) return decoded;
      ({ state } = decoded.value);
      records.push(...bounded(decoded.value.records));
      if (decoded.value.reply) replies.push(decoded.value.reply);
    }
    return ok({ state, records, replies });
  }

  #http(protocol: HttpProtocol, frame: InputFrame): DecodedLine {
    if (frame.kind === 'hex') return wrongKind(frame, protocol);
    const request = requestOf(frame);
    const decoded = protocol.decode(request, this.#context(frame));
    if (!decoded.ok) return { ...failed(decoded.error), reply: '400 Bad Request, empty body' };
    return { positions: bounded(decoded.value).map(outputOf), reply: '200 OK, empty body', error: null };
  }

  #context({ model, config, udp }: InputFrame): DecodeContext {
    const zone = TIME_ZONE_OPTIONS.map((name) => config[name]).find((value) => typeof value === 'string');
    const device: DeviceProfile = {
      uniqueId: this.#uniqueId,
      model,
      timeZone: zone ?? null,
      options: optionsOf(config),
    };
    return { device, now: this.#now(), udp };
  }
}

function failed(failure: DecodeFailure): DecodedLine {
  const detail = failure.code === 'FRAME_TOO_LONG' ? `${failure.limitBytes} bytes` : failure.detail;
  return { positions: [], reply: null, error: `${failure.code}: ${detail}` };
}

const wrongKind = ({ kind }: InputFrame, { name }: Protocol): DecodedLine =>
  failed({ code: 'MALFORMED', detail: `${name} has no frames of kind ${kind}` });

function replyText(replies: readonly Uint8Array[], binary: boolean): string | null {
  if (replies.length === 0) return null;
  const reply = Buffer.concat(replies);
  if (binary) return reply.toString('hex');
  return reply.toString('latin1').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}

function requestOf(frame: InputFrame): HttpRequest {
  return frame.kind === 'json'
    ? {
        method: 'POST',
        target: '/',
        contentType: 'application/json',
        body: new TextEncoder().encode(frame.payload),
      }
    : { method: 'GET', target: frame.payload, contentType: null, body: new Uint8Array(0) };
}

/** Settings arrive as text; devices keep them as what they are. */
function optionsOf(config: Readonly<Record<string, unknown>>): Attributes {
  const options: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(config)) {
    if (typeof value === 'number' || typeof value === 'boolean') options[name] = value;
    else if (typeof value === 'string') options[name] = typed(value);
  }
  return options;
}

function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,9}(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** As the server would take them over. */
const bounded = (records: readonly DeviceRecord[]): readonly DeviceRecord[] =>
  records.map((record) => boundRecord(record)).filter((record) => record !== null);
