import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { isBehindTraccar } from './behind.ts';

const SCREENS = fileURLToPath(new URL('../../packages/web/src/app/screens/', import.meta.url));

/** The paths of all screens, as the registry of the application lists them. */
export function pathsOfRoutes(): readonly string[] {
  const sources = globSync('*-screens.ts', { cwd: SCREENS }).map((name) =>
    readFileSync(SCREENS + name, 'utf8'),
  );
  return sources.flatMap((source) =>
    [...source.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path ?? ''),
  );
}

/** Ids that an address may contain. */
export interface Known {
  readonly deviceId: number;
  readonly groupId: number;
  readonly fenceId: number;
  readonly commandId: number;
  readonly driverId: number;
  readonly calendarId: number;
  readonly maintenanceId: number;
  readonly ruleId: number;
  readonly computedId: number;
  readonly reportId: number;
  readonly routeId: number;
  readonly userId: number;
}
export interface Screen {
  /** The address; absent = the path itself. */
  readonly at?: (known: Known) => string;
  /** Element that shows that the screen is there, late parts included. */
  readonly ready: (page: Page) => Locator;
  /** The map is what it shows: it is checked where a map is drawn. */
  readonly isMap?: true;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name });
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const label = (name: string) => (page: Page) => page.getByLabel(name).first();
const option = (page: Page) => page.getByRole('option').first();

/** Screens before the login, by their path. */
export const OPEN_SCREENS: Readonly<Record<string, Screen>> = {
  '/login': { ready: button('Entrar') },
  '/motorista': { ready: button('Entrar') },
  // The demonstration is closed: the screen says so.
  '/register': { ready: (page) => page.getByRole('link', { name: 'Voltar para o login' }) },
  '/share/:token?': { at: () => '/share/abc', ready: button('Abrir') },
  '/login/forgot': { ready: button('Enviar link') },
  '/login/recover/:token?': { at: () => '/login/recover/abc', ready: button('Salvar nova senha') },
  '/overview/wall/:token': { at: () => '/overview/wall/abc', ready: heading('Esta tela foi encerrada') },
  '/arrival/:token': { at: () => '/arrival/abc', ready: heading('Este link foi encerrado') },
  '/maintenance': { ready: button('Tentar agora') },
};

/** Screens behind the login, by their path, for an administrator. */
export const INNER_SCREENS: Readonly<Record<string, Screen>> = {
  '/home': { ready: button('Ver toda a frota'), isMap: true },
  '/devices': { ready: option },
  '/nearest': {
    at: () => '/nearest?at=-23.55,-46.63',
    ready: (page) => page.getByRole('list', { name: 'Veículos mais próximos' }),
  },
  '/devices/new': { ready: label('Identificador (IMEI)') },
  '/devices/import': { ready: (page) => page.getByText('Escolher arquivo') },
  '/autolink/:id?': { at: () => '/autolink', ready: label('Código') },
  '/devices/bulk': { ready: heading('Nenhum veículo selecionado') },
  '/devices/command': { ready: (page) => page.getByText('Selecione veículos na lista primeiro.') },
  '/split': {
    at: ({ deviceId }) => `/split?ids=${deviceId}`,
    ready: button('Remover Fiorino 06'),
    isMap: true,
  },
  '/devices/:deviceId': {
    at: ({ deviceId }) => `/devices/${deviceId}`,
    ready: (page) => page.getByRole('tabpanel', { name: 'Agora' }).locator('dt').first(),
  },
  '/devices/:deviceId/connect': {
    at: ({ deviceId }) => `/devices/${deviceId}/connect`,
    ready: label('Modelo do rastreador'),
  },
  '/devices/:deviceId/edit': {
    at: ({ deviceId }) => `/devices/${deviceId}/edit`,
    ready: label('Identificador (IMEI)'),
  },
  '/devices/:deviceId/traffic': {
    at: ({ deviceId }) => `/devices/${deviceId}/traffic`,
    ready: heading(/^Tráfego de/),
  },
  '/geofence': { ready: option },
  '/geofence/:fenceId': { at: ({ fenceId }) => `/geofence/${fenceId}`, ready: button('Editar no mapa') },
  '/groups': { ready: option },
  '/groups/:groupId': { at: ({ groupId }) => `/groups/${groupId}`, ready: button('Vínculos') },
  '/commands': { ready: option },
  '/commands/:commandId': { at: ({ commandId }) => `/commands/${commandId}`, ready: button('Vínculos') },
  '/drivers': { ready: option },
  '/orders': { ready: (page) => page.getByLabel('Buscar ordens') },
  '/orders/import': { ready: button('Salvar modelo') },
  '/routes': { ready: (page) => page.getByLabel('Buscar roteiros') },
  '/routes/:routeId': { at: ({ routeId }) => `/routes/${routeId}`, ready: button('Adicionar paradas') },
  '/costs/import': { ready: button('Salvar modelo') },
  '/costs': { ready: (page) => page.getByLabel('Buscar custos') },
  '/inspections': { ready: (page) => page.getByLabel('Buscar inspeções') },
  '/hours': { ready: (page) => page.getByLabel('Buscar motorista por nome ou identificador') },
  '/hours/:driverId': { at: ({ driverId }) => `/hours/${driverId}`, ready: heading('Regras aplicadas') },
  '/coaching': { ready: (page) => page.getByLabel('Buscar motorista, veículo ou nota') },
  '/drivers/check-ins': { ready: button('Exportar') },
  '/drivers/:driverId': { at: ({ driverId }) => `/drivers/${driverId}`, ready: button('Vínculos') },
  '/maintenances': { ready: option },
  '/maintenances/due': { ready: button('Imprimir') },
  '/maintenances/:maintenanceId': {
    at: ({ maintenanceId }) => `/maintenances/${maintenanceId}`,
    ready: button('Vínculos'),
  },
  '/calendars': { ready: option },
  '/calendars/:calendarId': {
    at: ({ calendarId }) => `/calendars/${calendarId}`,
    ready: (page) => page.getByRole('table'),
  },
  '/notifications': { ready: option },
  '/notifications/deliveries': { ready: heading('Nada enviado ainda') },
  '/notifications/:ruleId': { at: ({ ruleId }) => `/notifications/${ruleId}`, ready: button('Vínculos') },
  '/computed': { ready: option },
  '/computed/:computedId': {
    at: ({ computedId }) => `/computed/${computedId}`,
    ready: button('Vínculos'),
  },
  '/events': { ready: (page) => page.getByRole('button', { name: /^Confirmar evento de / }).first() },
  '/history': {
    at: ({ deviceId }) => `/history?devices=${deviceId}`,
    ready: (page) => page.getByRole('slider', { name: 'Momento mostrado' }),
    isMap: true,
  },
  '/overview': {
    ready: (page) => page.getByRole('region', { name: 'Distância e horas' }).getByRole('link').first(),
  },
  '/scores': { ready: (page) => page.getByRole('searchbox', { name: 'Buscar veículos' }) },
  '/scores/:deviceId': {
    at: ({ deviceId }) => `/scores/${deviceId}`,
    ready: (page) => page.getByRole('table', { name: 'Evolução' }),
  },
  '/drivers/:driverId/score': {
    at: ({ driverId }) => `/drivers/${driverId}/score`,
    ready: (page) => page.getByRole('table', { name: 'Evolução' }),
  },
  '/scores/driver/:uniqueId': {
    at: () => '/scores/driver/nobody',
    ready: (page) => page.getByRole('link', { name: 'Cadastrar motorista' }),
  },
  '/reports': { ready: (page) => page.getByRole('link', { name: /^Viagens/ }) },
  '/reports/saved': { ready: option },
  '/reports/saved/:savedId': {
    at: ({ reportId }) => `/reports/saved/${reportId}`,
    ready: button('Vínculos'),
  },
  '/reports/:report': {
    at: ({ deviceId }) => `/reports/stops?devices=${deviceId}&period=30d&group=day&run=1`,
    ready: (page) => page.getByRole('table', { name: 'Paradas' }).or(heading('Nada neste período')(page)),
  },
  '/users': { ready: option },
  '/users/:userId': { at: ({ userId }) => `/users/${userId}`, ready: heading('Olga Operadora') },
  '/server': { ready: (page) => page.getByRole('textbox', { name: 'Limite de veículos' }) },
  '/server/health': { ready: heading('Memória') },
  '/logs': { ready: (page) => page.getByRole('list', { name: 'Registros' }) },
  '/viewings': {
    at: ({ deviceId }) => `/viewings?device=${deviceId}`,
    ready: (page) => page.getByRole('list', { name: 'Quem acessou' }),
  },
  '/billing': { ready: heading('Cobranças') },
  '/invoices': { ready: heading('Minhas faturas') },
  '/integrations/:part?': {
    at: () => '/integrations/payment',
    ready: (page) => page.getByRole('combobox', { name: 'Provedor de pagamento' }),
  },
  '/theme': { ready: (page) => page.getByRole('textbox', { name: 'Nome do produto' }) },
  '/reseller': { ready: option },
  '/stock': { ready: option },
  '/shares': { ready: (page) => page.getByRole('heading', { name: 'Compartilhamentos' }) },
  '/shares/:shareId': {
    at: () => '/shares/0',
    ready: (page) => page.getByText('Este compartilhamento terminou.'),
  },
  '/help/:topic?': { at: () => '/help/geofences', ready: heading('Como fazer') },
  '/account': { ready: label('Nome') },
};

/**
 * Screens that redirect an administrator to home: those of drivers who check in. Their titles, names and states are
 * tested in `web/src/areas/qr-driver`.
 */
export const DRIVER_SCREENS: readonly string[] = [
  '/qr-driver',
  '/qr-driver/scan/:id?',
  '/qr-driver/inspection',
  '/qr-driver/score',
  '/qr-driver/hours',
];

/** Loads a screen and waits until it is there. */
export async function openScreen(
  page: Page,
  url: string,
  [path, screen]: readonly [string, Screen],
  known: Known,
): Promise<void> {
  await page.goto(`${url}${screen.at?.(known) ?? path}`);
  await expect(readyOrAbsent(screen, page), path).toBeVisible();
}

/** A Traccar lacks some screens: they say so. */
const readyOrAbsent = ({ ready }: Screen, page: Page): Locator =>
  isBehindTraccar
    ? ready(page).or(page.getByRole('heading', { name: 'Indisponível com este servidor de rastreamento' }))
    : ready(page);

/** Follows a link to a screen, by way of home, so that no element is left from the previous screen. */
export async function goToScreen(
  page: Page,
  [path, screen]: readonly [string, Screen],
  known: Known,
): Promise<void> {
  await follow(page, '/home');
  await expect(screen.ready(page), `${path} is left`).toBeHidden();
  await follow(page, screen.at?.(known) ?? path);
  await expect(readyOrAbsent(screen, page), path).toBeVisible();
}

const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
