import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Colors that do not occur on our maps. */
export const STYLE_DAY = { red: 250, green: 120, blue: 200 };
export const STYLE_NIGHT = { red: 90, green: 20, blue: 120 };

export interface StyleServer {
  readonly light: string;
  readonly dark: string;
  /** Answers from now on, or does not. */
  speak(isUp: boolean): void;
  close(): void;
}

/** A server of MapLibre styles whose ground has a color of its own. At first it does not answer. */
export async function startStyleServer(): Promise<StyleServer> {
  let isUp = false;
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    if (!isUp) response.statusCode = 503;
    const { red, green, blue } = url.includes('dark') ? STYLE_NIGHT : STYLE_DAY;
    const town = {
      type: 'Feature',
      properties: { name: 'X' },
      geometry: { type: 'Point', coordinates: [0, 0] },
    };
    response.end(
      JSON.stringify({
        version: 8,
        glyphs: 'https://fonts.invalid/{fontstack}/{range}.pbf',
        sources: { towns: { type: 'geojson', data: town } },
        layers: [
          { id: 'ground', type: 'background', paint: { 'background-color': `rgb(${red},${green},${blue})` } },
          { id: 'towns', type: 'symbol', source: 'towns', layout: { 'text-field': ['get', 'name'] } },
        ],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    light: `${address}/light`,
    dark: `${address}/dark`,
    speak: (now) => {
      isUp = now;
    },
    close: () => void server.close(),
  };
}
