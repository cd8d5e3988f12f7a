/** One frame to decode. @source reference/protocols/README.md, "samples.json" */
export interface InputFrame {
  readonly kind: 'hex' | 'text' | 'get' | 'json';
  readonly payload: string;
  readonly udp: boolean;
  /** Speak as if on a connection of its own. */
  readonly isolated: boolean;
  readonly model: string | null;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A line as a person pastes it: hexadecimal, an HTTP target, a JSON body, else text. */
export function plainFrame(line: string): InputFrame {
  const compact = line.replaceAll(/\s/g, '');
  const whole = { udp: false, isolated: false, model: null, config: {} };
  if (/^(?:[0-9a-fA-F]{2})+$/.test(compact)) return { ...whole, kind: 'hex', payload: compact };
  if (line.startsWith('/')) return { ...whole, kind: 'get', payload: line };
  return { ...whole, kind: line.startsWith('{') ? 'json' : 'text', payload: line };
}

/** A line with the fields of samples.json; null when it is not an object with a payload. */
export function jsonFrame(line: string): InputFrame | null {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null) return null;
  const { kind, payload, udp, isolated, model, config } = value as Readonly<Record<string, unknown>>;
  if (typeof payload !== 'string') return null;
  return {
    kind: kind === 'text' || kind === 'get' || kind === 'json' ? kind : 'hex',
    payload,
    udp: udp === true,
    isolated: isolated === true,
    model: typeof model === 'string' && model !== '' ? model : null,
    config: typeof config === 'object' && config !== null ? { ...config } : {},
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** CR and LF are written as two characters each. */
export function frameBytes({ kind, payload }: InputFrame): Uint8Array {
  if (kind === 'hex') return new Uint8Array(Buffer.from(payload.replaceAll(/\s/g, ''), 'hex'));
  return new TextEncoder().encode(payload.replaceAll('\\r', '\r').replaceAll('\\n', '\n'));
}
