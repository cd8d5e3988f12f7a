import { serveFleet } from './fleet-server.ts';

/** Serves the built page with a driving fleet, for viewing: `node bench/web/preview.ts 60 8100`. */
const [count = '60', port = '8100'] = process.argv.slice(2);
const server = await serveFleet({
  count: Number(count),
  folder: `${import.meta.dirname}/dist`,
  port: Number(port),
});
setInterval(() => server.send({ positions: server.fleet.step(Math.ceil(Number(count) / 20)) }), 1_000);
console.log(server.url);
