import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './gateway/answers.ts';
import { refusals } from './gateway/refusal.ts';

/** Built files, cached for ever where their address names their content; every other page address gets the application. */
export async function serveWeb(
  app: FastifyInstance,
  { root, extPath }: { readonly root: string; readonly extPath: string },
): Promise<void> {
  const built = existsSync(root);
  if (built) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => void reply.header('cache-control', keepingOf(reply.request.url)),
    });
    app.get('/', (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = request.method === 'GET' && !/\.[a-z0-9]+$/i.test(path);
    const isOurs = !path.startsWith('/api/') && !path.startsWith(`${extPath}/`);
    if (built && isPage && isOurs) return reply.sendFile('index.html');
    sendRefusal(reply, refusals.notFound());
    return reply;
  });
}

function keepingOf(url: string): string {
  const [path = '', query] = url.split('?');
  const isVersioned = path.startsWith('/base-map/') && new URLSearchParams(query).has('v');
  return path.startsWith('/assets/') || isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache';
}
