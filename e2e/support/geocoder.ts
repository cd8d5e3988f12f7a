import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Photon server that knows one street. @source docs/reference/integrations.md §6.2 */
export async function startGeocoder(): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isKnown = searchParams.get('q')?.toLowerCase().includes('paulista') === true;
    const street = {
      type: 'Feature',
      properties: { name: 'Avenida Paulista', city: 'São Paulo', country: 'Brasil' },
      geometry: { type: 'Point', coordinates: [-46.6562, -23.5614] },
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ type: 'FeatureCollection', features: isKnown ? [street] : [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
