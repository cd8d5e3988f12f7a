import type { Plugin } from 'vite';

/** Has the build keep the worker of the map: its package says that importing it does nothing, but it starts it. */
export function startingWorker(): Plugin {
  return {
    name: 'starting-worker',
    transform: {
      filter: { id: /maplibre-gl-worker/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: true }),
    },
  };
}
