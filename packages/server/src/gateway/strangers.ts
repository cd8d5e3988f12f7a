import type { FastifyRequest } from 'fastify';
import { FORM } from '@rastro/tracker';

const strangers = new WeakSet<FastifyRequest>();

/** Nobody was signed in when the body of this request came. */
export const markStranger = (request: FastifyRequest): void => void strangers.add(request);
export const isStranger = (request: FastifyRequest): boolean => strangers.has(request);

export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith(FORM) ?? false;
