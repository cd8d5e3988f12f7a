import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EMPTY_THEME, type BrandTheme, type Theme } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { ThemePanel } from './theme-panel.tsx';
import { changedFields, exportBrandTheme, importBrandTheme } from './theme-values.ts';
import { fill } from '../../testing/fill.ts';

const themeOf = (theme: Partial<BrandTheme>, rest: Partial<Theme> = {}): Theme => ({
  owner: 0,
  look: { ...EMPTY_THEME, ...theme },
  published: null,
  isDraft: false,
  canUndo: true,
  version: 'v1',
  changed: null,
  domains: [],
  ...rest,
});
const serverOf = (theme: Theme): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /ext/theme', { body: theme });
const open = (server: MemoryServer, tab = 'general'): Promise<Page> =>
  openPage({ server, at: `/theme?tab=${tab}`, routes: () => [{ path: '/theme', element: <ThemePanel /> }] });
const press = async (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

test('[WEBTHEME-2][WEBTHEME-600] the first button shows the brand to everybody, here too; the other keeps a draft', async () => {
  const server = serverOf(themeOf({ title: 'Alfa' })).on('PUT /ext/theme', ({ query }) => ({
    body: themeOf({ title: 'Alfa Sul' }, { isDraft: query.get('draft') === 'true' }),
  }));
  await open(server);
  await fill(await screen.findByLabelText('Product name'), ' Sul');
  await press('Save as draft');
  await screen.findByText('Draft saved. Nobody else can see it yet.');
  await screen.findByText(/There is a draft that nobody else sees/);
  const before = server.requests('GET /ext/assets/custom/config.json').length;
  await press('Publish');
  await screen.findByText('Published: this is what everyone sees from now on.');
  const [draft, published] = server.requests('PUT /ext/theme');
  expect([draft?.query.get('draft'), published?.query.get('draft')]).toEqual(['true', null]);
  expect(JSON.parse(published?.body ?? '')).toEqual({ ...EMPTY_THEME, title: 'Alfa Sul' });
  await waitFor(() =>
    expect(server.requests('GET /ext/assets/custom/config.json').length).toBeGreaterThan(before),
  );
});

test('[WEBTHEME-2] the input stays when the server rejects it; undo restores the former values', async () => {
  const server = serverOf(themeOf({ title: 'Alfa' }))
    .on('PUT /ext/theme', { status: 400, body: 'Invalid data - title' })
    .on('POST /ext/theme/undo', { body: themeOf({ title: 'Antes' }) });
  await open(server);
  const field = await screen.findByLabelText('Product name');
  await userEvent.type(field, '!');
  await press('Publish');
  await screen.findByText('Some of the data entered is not valid. Check the fields.');
  expect(field).toHaveProperty('value', 'Alfa!');
  await press('Undo');
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Undo' }));
  await screen.findByDisplayValue('Antes');
});

test('[WEBTHEME-3] what the server would reject is shown at its field, and its tab is named', async () => {
  const server = serverOf(themeOf({ color: 'red' }));
  await open(server);
  await fill(await screen.findByLabelText('Data policy'), 'http://x.example');
  await press('Publish');
  await screen.findByText('Use an address that starts with https.');
  await screen.findByText('Correct the fields in: General, Colors.');
  expect(server.requests('PUT /ext/theme')).toEqual([]);
});

test('[WEBTHEME-4] the preview shows the typed values and is inert; contrast is shown for both schemes', async () => {
  const { container } = await open(serverOf(themeOf({ color: '#ffee00', title: 'Alfa' })), 'colours');
  const figures = await screen.findByText(/^Light: #/);
  expect(figures.textContent).toMatch(/text on the color \d.* : 1, text in the color (4\.[5-9]|[5-9]|\d\d)/);
  expect(screen.getByText(/^Dark: #/)).toBeTruthy();
  const preview = container.ownerDocument.querySelector('.preview');
  expect(preview?.hasAttribute('inert')).toBe(true);
  expect(preview?.getAttribute('aria-hidden')).toBe('true');
  expect(preview?.textContent).toContain('Alfa');
});

test('[WEBTHEME-5] a picture is sent when the server can read it, refused before when not, and removed', async () => {
  const name = `${'a'.repeat(32)}.webp`;
  const server = serverOf(themeOf({})).on('POST /ext/theme/files', { body: { file: name } });
  const { container } = await open(server, 'logos');
  await screen.findByRole('group', { name: 'Logo' });
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no field for a picture');
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(input, new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  await screen.findByText('Use a PNG, JPEG, WebP or GIF of at most 1 MB.');
  expect(server.requests('POST /ext/theme/files')).toEqual([]);
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }));
  const picture = await screen.findByRole('img', { name: 'Logo' });
  expect(picture.getAttribute('src')).toBe(`/ext/assets/custom/${name}`);
  await press('Remove');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo' })).toBeNull());
});

test('[WEBTHEME-6] a domain that waits shows what to write where, is checked again and removed', async () => {
  const waiting = { domain: 'a.example', token: 'tok', state: 'waiting', by: null } as const;
  const server = serverOf(themeOf({}))
    .on('POST /ext/theme/domains', { body: themeOf({}, { domains: [waiting] }) })
    .on('POST /ext/theme/domains/a.example/check', { status: 400, body: 'Domain not verified - No token' })
    .on('DELETE /ext/theme/domains/a.example', { body: themeOf({}) });
  await open(server, 'domains');
  await userEvent.type(await screen.findByLabelText('New domain'), 'a.example{Enter}');
  await screen.findByText('_rastro-domain.a.example TXT tok');
  expect(server.requests('PUT /ext/theme')).toEqual([]);
  await press('Check now');
  await screen.findByText('Neither the DNS record nor the file on this domain has the token yet.');
  await press('Remove');
  const question = await screen.findByRole('alertdialog', { name: 'Remove a.example?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('a.example')).toBeNull());
});

test('[WEBTHEME-7] a look travels as a file without its pictures; what is no look is none', () => {
  const theme: BrandTheme = { ...EMPTY_THEME, title: 'Alfa', languages: ['es'], headLogo: 'mine.webp' };
  const there: BrandTheme = { ...EMPTY_THEME, headLogo: 'theirs.webp' };
  expect(exportBrandTheme(theme)).not.toContain('mine.webp');
  expect(importBrandTheme(exportBrandTheme(theme), there)).toEqual({ ...theme, headLogo: 'theirs.webp' });
  for (const text of ['', '[]', '{}', 'null', '{"title":1}'])
    expect(importBrandTheme(text, there)).toBeNull();
});

test('[WEBTHEME-9] a write of another user is reported; the user takes it or replaces it', async () => {
  const changed = { by: 'Bia', at: '2026-03-04T12:00:00.000Z' };
  const theirs = themeOf({ title: 'Beta', color: '#0a7d4f' }, { version: 'v2', changed, isDraft: true });
  const server = serverOf(themeOf({ title: 'Alfa' }))
    .on('PUT /ext/theme', ({ query, body }) =>
      query.get('version') === 'v2'
        ? { body: themeOf(JSON.parse(body), { version: 'v3', isDraft: true }) }
        : { status: 409, body: 'Brand changed - Somebody else has written this brand meanwhile' },
    )
    .on('POST /ext/theme/domains', { body: theirs });
  await open(server, 'domains');
  // An answer about domains carries their look: the fields do not begin with it, so it has not been seen.
  await userEvent.type(await screen.findByLabelText('New domain'), 'a.example{Enter}');
  await userEvent.click(screen.getByRole('tab', { name: 'General' }));
  const field = await screen.findByLabelText('Product name');
  await userEvent.type(field, ' Sul');
  server.on('GET /ext/theme', { body: theirs });
  await press('Save as draft');
  const question = await screen.findByRole('alertdialog', { name: 'This brand was changed in the meantime' });
  expect(question.textContent).toMatch(/Bia saved it on .*2026.*Different now: Product name, Brand color/);
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(field).toHaveProperty('value', 'Alfa Sul');
  await press('Publish');
  const again = await screen.findByRole('alertdialog', { name: 'This brand was changed in the meantime' });
  await userEvent.click(within(again).getByRole('button', { name: 'Keep mine' }));
  await screen.findByText('Published: this is what everyone sees from now on.');
  const sent = server
    .requests('PUT /ext/theme')
    .map(({ query }) => `${query.get('draft')} ${query.get('version')}`);
  expect(sent).toEqual(['true v1', 'null v1', 'null v2']);
  await screen.findByDisplayValue('Alfa Sul');

  // The next one is rejected in turn, and theirs is taken.
  server.on('PUT /ext/theme', { status: 409, body: 'Brand changed - x' });
  await userEvent.type(screen.getByLabelText('Product name'), '!');
  await press('Publish');
  const last = await screen.findByRole('alertdialog');
  await userEvent.click(within(last).getByRole('button', { name: 'Take theirs' }));
  await screen.findByDisplayValue('Beta');
});

test('[WEBTHEME-8] the preview stands in the same row as the fields, where there is room', async () => {
  const { container } = await open(serverOf(themeOf({ title: 'Alfa' })));
  await screen.findByLabelText('Product name');
  const columns = container.ownerDocument.querySelector('.desk');
  expect([...(columns?.children ?? [])].map((part) => part.querySelector('.preview') !== null)).toEqual([
    false,
    true,
  ]);
});

test('[WEBTHEME-9] every field that can differ has a label', () => {
  expect(changedFields(EMPTY_THEME, EMPTY_THEME)).toEqual([]);
  for (const name of Object.keys(EMPTY_THEME))
    expect(changedFields(EMPTY_THEME, { ...EMPTY_THEME, [name]: 'es' }), name).toHaveLength(1);
});
