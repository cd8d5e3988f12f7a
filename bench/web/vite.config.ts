import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { startingWorker } from '../../packages/web/starting-worker-plugin.ts';
import { viteBaseMap } from '../../packages/web/base-map/vite-base-map.ts';

export default defineConfig({
  root: import.meta.dirname + '/page',
  publicDir: import.meta.dirname + '/../../packages/web/public',
  build: { outDir: import.meta.dirname + '/dist', emptyOutDir: true },
  worker: { format: 'es', plugins: () => [startingWorker()] },
  plugins: [react(), viteBaseMap()],
});
