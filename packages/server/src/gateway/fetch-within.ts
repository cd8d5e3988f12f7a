import type { FastifyInstance } from 'fastify';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Calls a server of this process without the network. @param remoteAddress From which it seems to come. */
export const fetchWithin =
  (api: Pick<FastifyInstance, 'inject'>, remoteAddress?: string) =>
  async (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    const reply = await api.inject({
      method: METHODS.find((each) => each === method) ?? 'GET',
      url,
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    return new Response(reply.statusCode === 204 ? null : reply.body, { status: reply.statusCode });
  };
