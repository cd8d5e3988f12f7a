import { fail, ok, type Result } from '@rastro/base';

/** One frame to decode. @source docs/reference/protocols.md §samples */
export interface InputFrame {
  readonly kind: 'hex' | 'text' | 'get' | 'json';
  readonly payload: string;
  readonly udp: boolean;
  /** Decodes as if on a connection of its own. */
  readonly isolated: boolean;
  readonly model: string | null;
  readonly config: Readonly<Record<string, unknown>>;
}

const KINDS = ['hex', 'text', 'get', 'json'] as const;
const HEX = /^(?:[0-9a-f]{2})+$/i;

/** Reads a pasted line: hexadecimal, an HTTP target, a JSON body, else text. */
export function plainFrame(line: string): InputFrame {
  const compact = line.replaceAll(/\s/g, '');
  const whole = { udp: false, isolated: false, model: null, config: {} };
  if (HEX.test(compact)) return { ...whole, kind: 'hex', payload: compact };
  if (line.startsWith('/')) return { ...whole, kind: 'get', payload: line };
  return { ...whole, kind: line.startsWith('{') ? 'json' : 'text', payload: line };
}

/** A line with the fields of samples.json, or what is wrong with it. `kind` is `hex` when it is left out. */
export function jsonFrame(line: string): Result<InputFrame, string> {
  if (line.trim() === '') return fail('the line is empty');
  const value = parsed(line);
  if (typeof value !== 'object' || value === null) return fail('not a JSON object with a payload');
  const { kind = 'hex', payload, udp, isolated, model, config } = value as Readonly<Record<string, unknown>>;
  if (typeof payload !== 'string') return fail('not a JSON object with a payload');
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) return fail(`kind is none of ${KINDS.join(', ')}`);
  if (known === 'hex' && !HEX.test(payload.replaceAll(/\s/g, ''))) {
    return fail('the payload is not made of whole hexadecimal bytes');
  }
  return ok({
    kind: known,
    payload,
    udp: udp === true,
    isolated: isolated === true,
    model: typeof model === 'string' && model !== '' ? model : null,
    config: typeof config === 'object' && config !== null ? { ...config } : {},
  });
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
