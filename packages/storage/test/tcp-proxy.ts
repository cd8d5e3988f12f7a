import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a store and its server, so that a test can lose what is on its way. */
export interface TcpProxy {
  readonly url: string;
  /** Answers are lost from now on. */
  loseAnswers(): void;
  /** Questions stay on their way from now on. */
  holdQuestions(): void;
  /** Ends all connections of the store; later ones work as usual. What is held stays on its way. */
  cut(): void;
  /** Delivers held questions. Resolves when the server has dealt with it. */
  deliver(): Promise<void>;
  close(): void;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  answersAreLost: boolean;
  /** Null = nothing is held. */
  held: (Buffer | string)[] | null;
}

/** @param url Of the server. */
export async function tcpProxy(url: string): Promise<TcpProxy> {
  const { port, hostname } = new URL(url);
  const pairs = new Set<Pair>();
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname);
    const pair: Pair = { client, server, answersAreLost: false, held: null };
    pairs.add(pair);
    client.on('error', () => {});
    server.on('error', () => {});
    client.on('data', (bytes) => (pair.held ? pair.held.push(bytes) : server.write(bytes)));
    server.on('data', (bytes) => {
      if (!pair.answersAreLost) client.write(bytes);
    });
    client.on('close', () => {
      if (!pair.held) server.destroy();
    });
    server.on('close', () => {
      client.destroy();
      pairs.delete(pair);
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const proxied = new URL(url);
  proxied.port = String((listener.address() as AddressInfo).port);
  return {
    url: proxied.href,
    loseAnswers: () => pairs.forEach((pair) => (pair.answersAreLost = true)),
    holdQuestions: () => pairs.forEach((pair) => (pair.held = [])),
    cut: () => pairs.forEach(({ client }) => client.destroy()),
    async deliver() {
      await Promise.all(
        [...pairs].map(async ({ server, held }) => {
          if (!held) return;
          for (const bytes of held) server.write(bytes);
          server.end();
          await once(server, 'close');
        }),
      );
    },
    close() {
      listener.close();
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
    },
  };
}
