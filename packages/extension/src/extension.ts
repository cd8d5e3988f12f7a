import type { FastifyInstance } from 'fastify';
import { brandingConfig, type BrandingSettings } from './branding/branding-config.ts';

export interface ExtensionOptions {
  /** Path prefix, e.g. `/ext`. */
  readonly path: string;
  readonly branding: BrandingSettings;
}
export interface ExtensionRoute {
  readonly method: 'GET';
  readonly path: string;
  readonly access: 'public';
}

/** What sits on top of any tracking server. @returns its routes with the right each needs. */
export function createExtension({ path, branding }: ExtensionOptions): {
  readonly rules: readonly ExtensionRoute[];
  readonly register: (app: FastifyInstance) => void;
} {
  const config = `${path}/assets/custom/config.json`;
  return {
    rules: [{ method: 'GET', path: config, access: 'public' }],
    register: (app) => {
      app.get(config, (_request, reply) =>
        reply.header('cache-control', 'no-cache').send(brandingConfig(branding)),
      );
    },
  };
}
