import { useState } from 'react';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import en from '../../../packages/web/src/i18n/locales/en/map.json';
import es from '../../../packages/web/src/i18n/locales/es/map.json';
import pt from '../../../packages/web/src/i18n/locales/pt-BR/map.json';
import { openFleet } from '../../../packages/web/src/live/open-fleet.ts';
import { LiveMap, type LiveMapProps } from '../../../packages/web/src/map/live-map.tsx';
import { madeFences, madeTrail } from './made-layers.ts';
import { measure } from './measure.tsx';

const asked = new URLSearchParams(location.search);
const language = asked.get('language') ?? 'pt-BR';
if (asked.get('draw') === 'no') stopDrawing();

keepFleetWorker();
const fleet = openFleet({ basePath: '' });
const tiles = asked.get('tiles');
const at = asked.get('at')?.split(',').map(Number);

function Page() {
  const [selectedId, setSelected] = useState<number | null>(Number(asked.get('select') ?? 0) || null);
  const [follow, setFollow] = useState(asked.get('follow') === 'yes');
  const [baseId, setBase] = useState<string | null>(tiles === null ? null : 'tiles');
  const [preferences, setPreferences] = useState<LiveMapProps['preferences']>({
    clustered: asked.get('cluster') !== 'no',
    name: asked.get('labels') !== null,
    plate: asked.get('labels') === 'all',
    status: asked.get('labels') === 'all',
    precision: asked.get('labels') === 'all',
  });
  const [recent] = useState(() => madeTrail(Number(asked.get('trailPoints') ?? 0)));
  const [fences] = useState(() => madeFences(Number(asked.get('fences') ?? 0)));
  const [contributions] = useState<LiveMapProps['contributions']>(() => [
    { layer: 'fences', data: { shapes: fences, openId: null } },
    ...(asked.get('trail') === 'yes' ? [{ layer: 'trail', data: recent } as const] : []),
  ]);
  Object.assign(window, { page: { setSelected, setFollow, state: { selectedId, follow } } });
  return (
    <LiveMap
      fleet={fleet}
      brand="rastro"
      theme={{
        scheme: asked.get('scheme') === 'dark' ? 'dark' : 'light',
        basePath: '',
        language,
        accent: '#7c3aed',
      }}
      base={{
        sources:
          tiles === null
            ? []
            : [{ id: 'tiles', name: 'Ruas', url: tiles, attribution: '© Tile server', maxZoom: 19 }],
        baseId,
        choose: setBase,
      }}
      selection={{ id: selectedId, onSelect: setSelected, follow, onFollowEnd: () => setFollow(false) }}
      contributions={contributions}
      start={{
        view:
          at === undefined
            ? null
            : { centre: { longitude: at[0] ?? 0, latitude: at[1] ?? 0 }, zoom: at[2] ?? 10 },
        covered: { left: 0, bottom: 0 },
      }}
      preferences={preferences}
      onPreferences={setPreferences}
      onMap={(map) => Object.assign(window, { map })}
    />
  );
}

/** Stops drawing but not uploads and script: isolates the cost on the main thread. */
function stopDrawing(): void {
  const gl = WebGL2RenderingContext.prototype;
  for (const name of [
    'drawArrays',
    'drawElements',
    'drawArraysInstanced',
    'drawElementsInstanced',
  ] as const) {
    gl[name] = () => undefined;
  }
}

/** The benchmark listens to the data worker; the product gives no handle to it. */
function keepFleetWorker(): void {
  const { Worker: Native } = window;
  window.Worker = class extends Native {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (String(url).includes('fleet-worker')) Object.assign(window, { fleetWorker: this });
    }
  };
}

await i18next.use(initReactI18next).init({
  lng: language,
  fallbackLng: 'en',
  ns: ['map'],
  resources: { en: { map: en }, es: { map: es }, 'pt-BR': { map: pt } },
  interpolation: { escapeValue: false },
});
Object.assign(window, { fleet, measure: measure(fleet) });
createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
