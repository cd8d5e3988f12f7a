import type { Attributes, AttributeValue } from '@rastro/fleet';
import type {
  DecodeContext,
  DecodeFailure,
  DeviceProfile,
  HttpProtocol,
  HttpRequest,
  Protocol,
  StreamProtocol,
} from '../protocol.ts';
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
    const bytes = frameBytes(frame);
    const alone = frame.isolated || frame.udp;
    const state = alone ? protocol.initialState() : this.#state;
    this.#uniqueId = protocol.identify(bytes, state, frame.udp)[0] ?? this.#uniqueId;
    const decoded = protocol.decode(bytes, state, this.#context(frame));
    if (!decoded.ok) return failed(decoded.error);
    if (!alone) this.#state = decoded.value.state;
    const binary = frame.kind === 'hex' && BINARY_ANSWERS.has(protocol.name);
    const { records, reply } = decoded.value;
    return { positions: records.map(outputOf), reply: replyText(reply, binary), error: null };
  }

  #http(protocol: HttpProtocol, frame: InputFrame): DecodedLine {
    const request = requestOf(frame);
    const decoded = protocol.decode(request, this.#context(frame));
    if (!decoded.ok) return { ...failed(decoded.error), reply: '400 Bad Request, empty body' };
    return { positions: decoded.value.map(outputOf), reply: '200 OK, empty body', error: null };
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

function replyText(reply: Uint8Array | null, binary: boolean): string | null {
  if (!reply) return null;
  if (binary) return Buffer.from(reply).toString('hex');
  return Buffer.from(reply).toString('latin1').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
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
