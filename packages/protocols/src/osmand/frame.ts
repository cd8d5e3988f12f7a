import type { HttpRequest } from '../protocol.ts';

/** The two forms of a request. Parameters keep their order and may repeat. */
export type RequestForm =
  | { readonly kind: 'query'; readonly parameters: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'broken' };

/** Reads a request: JSON by its content type, else parameters from the URL, else from the body. */
export function readForm(request: HttpRequest): RequestForm {
  if (request.contentType?.toLowerCase().startsWith('application/json')) return readJson(request.body);
  const fromUrl = parse(queryOf(request.target));
  if (fromUrl.length > 0) return { kind: 'query', parameters: fromUrl };
  return { kind: 'query', parameters: parse(textOf(request.body)) };
}

/** The `id` of the query form or the `device_id` of the JSON form; null when there is none. */
export function identifierOf(form: RequestForm): string | null {
  if (form.kind === 'query') {
    return form.parameters.find(([name, value]) => isIdentifier(name) && value !== '')?.[1] ?? null;
  }
  const id = form.kind === 'json' ? member(form.value, 'device_id') : null;
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Parameter that carries the secret of a device; it never becomes an attribute. */
export const SECRET = 'secret';

/** The secret of a request: a bearer token, or a parameter of its URL or form. */
export function secretOf(request: HttpRequest): string | null {
  const token = /^Bearer +(\S+) *$/i.exec(request.authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const ofUrl = parse(queryOf(request.target)).find(([name]) => name === SECRET)?.[1];
  if (ofUrl !== undefined) return ofUrl;
  const form = readForm(request);
  return form.kind === 'query' ? (form.parameters.find(([name]) => name === SECRET)?.[1] ?? null) : null;
}

export const isIdentifier = (name: string): boolean => name === 'id' || name === 'deviceid';

/** An own member of a JSON object; undefined for anything else. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function readJson(body: Uint8Array): RequestForm {
  try {
    return { kind: 'json', value: JSON.parse(textOf(body)) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'broken' };
    throw error;
  }
}

function queryOf(target: string): string {
  const at = target.indexOf('?');
  if (at < 0) return '';
  const hash = target.indexOf('#', at);
  return hash < 0 ? target.slice(at + 1) : target.slice(at + 1, hash);
}

const parse = (text: string): [string, string][] => [...new URLSearchParams(text)];
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
