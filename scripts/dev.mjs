// npm run dev: the server, started again when its sources change, and Vite with hot replacement.
import { spawn } from 'node:child_process';
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { NODE, ROOT } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  const server = [
    NODE,
    ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts', ...process.argv.slice(2)],
  ];
  const web = [
    NODE,
    ['node_modules/vite/bin/vite.js', 'packages/web', '--config', 'packages/web/vite.config.ts'],
  ];
  const children = [server, web].map(([command, args]) =>
    spawn(command, args, { cwd: ROOT, stdio: 'inherit' }),
  );
  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  for (const child of children) child.once('close', stop);
});
