import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { RowsMenu } from './rows-menu.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const bytesOf = (blob: Blob | undefined): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob ?? new Blob([]));
  });

test('[BRAND-42] a spreadsheet is headed by the brand where it is printed; CSV is rows alone', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => saved.push(blob),
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const rows = (): readonly (readonly string[])[] => [['Serial'], ['A-1']];
  await openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({ administrator: true }) }),
    at: '/stock',
    routes: () => [{ path: '/stock', element: <RowsMenu name="Trackers & more" rows={rows} /> }],
  });
  for (const format of ['Spreadsheet (XLSX)', 'CSV']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: format }));
    // While a file is made no other one is asked for.
    const button = screen.getByRole('button', { name: 'Export' });
    await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false));
  }
  await waitFor(() => expect(saved).toHaveLength(2));
  const files = unzipSync(new Uint8Array(await bytesOf(saved[0])));
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
  expect(sheet).toContain('<oddHeader>&amp;L&amp;B Frota Teste&amp;R Trackers &amp;&amp; more</oddHeader>');
  expect(sheet).toContain('<c r="A4" s="1" t="inlineStr">');
  expect(new TextDecoder().decode(await bytesOf(saved[1]))).toBe('Serial\r\nA-1\r\n');
});

test('[WEB-195] a file that cannot be made shows an error, and the button is there again', async () => {
  let isBroken = true;
  const rows = (): readonly (readonly string[])[] => {
    if (isBroken) throw new Error('the part that makes it did not come');
    return [['Serial']];
  };
  await openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({ administrator: true }) }),
    at: '/stock',
    routes: () => [{ path: '/stock', element: <RowsMenu name="Trackers" rows={rows} /> }],
  });
  const save = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => '', revokeObjectURL: () => undefined }));
  await save();
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be created/);
  isBroken = false;
  await save();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
