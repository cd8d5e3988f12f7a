import { createServer, request as ask, type Server } from 'node:http';

/** For tests: one of our nodes as a Traccar would be, which has nothing at the addresses that are our own. */
export async function startForeignNode(nodeUrl: string, hidden: readonly string[]) {
  let isDown = false;
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    requests.push(`${method} ${url} ${JSON.stringify(headers)}`);
    if (isDown || hidden.some((path) => url.startsWith(path))) {
      request.resume();
      response.writeHead(isDown ? 503 : 404).end();
      return;
    }
    const onward = ask(nodeUrl + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Cannot listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Every call with its headers. */
    requests,
    /** It is in trouble, or well again. */
    fail: (now: boolean) => {
      isDown = now;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
