import type { z } from 'zod';

/** A parameter of the address or of a form. */
export interface Parameter {
  readonly name: string;
  readonly type: 'integer' | 'number' | 'boolean' | 'string' | 'date-time';
  readonly what: string;
  readonly repeatable?: true;
  readonly required?: true;
}

/** What the reference page says of a route; `METHOD /path` is its key. */
export interface RouteDescription {
  readonly area: string;
  readonly summary: string;
  readonly query?: readonly Parameter[];
  /** JSON body. */
  readonly body?: z.ZodType;
  readonly form?: readonly Parameter[];
  /** Content type of a raw body. */
  readonly upload?: string;
  /** What 200 answers: a JSON entity of this name, a list of them, or another content type. 204 when absent. */
  readonly answer?: { readonly entity: string; readonly list?: true } | { readonly type: string };
}

export const entity = (name: string) => ({ entity: name });
export const listOf = (name: string) => ({ entity: name, list: true as const });
export const file = (type: string) => ({ type });
