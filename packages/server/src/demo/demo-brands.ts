import { drawSign, type Ink, type SignShape } from '@rastro/outgoing';
import type { DemoClient } from './demo-client.ts';
import { DEMO_RESELLERS, type DemoReseller } from './demo-resellers.ts';

/** Emblems in a square of 100: an arch of a road, and hills under a sun. */
const EMBLEMS: Readonly<Record<string, readonly SignShape[]>> = {
  bandeirante: [
    [18, 84, 42, 16, 58, 16, 82, 84, 64, 84, 50, 40, 36, 84],
    [47, 54, 53, 54, 55, 66, 45, 66],
    [44, 72, 56, 72, 58, 84, 42, 84],
  ],
  pampa: [
    [8, 82, 34, 42, 52, 68, 66, 50, 92, 82],
    [60, 26, 66, 16, 77, 16, 83, 26, 77, 37, 66, 37],
  ],
};

/** Gives each reseller its look, drawn here, and its domain, on the word of the administrator. */
export async function addBrands(
  admin: DemoClient,
  idOf: (key: string) => number,
  path: string,
): Promise<void> {
  for (const reseller of DEMO_RESELLERS) await addBrand(admin, reseller, { owner: idOf(reseller.key), path });
}

async function addBrand(
  admin: DemoClient,
  { key, domain, theme }: DemoReseller,
  { owner, path }: { readonly owner: number; readonly path: string },
): Promise<void> {
  const of = `owner=${owner}`;
  const upload = async (use: 'logo' | 'icon', text: string): Promise<string> => {
    const body = drawSign({ emblem: EMBLEMS[key] ?? [], text, ground: inkOf(theme.color) });
    const made = await admin.call({ method: 'POST', path: `${path}/theme/files?${of}&use=${use}`, body });
    return String(Object(made).file ?? '');
  };
  const published = { ...theme, headLogo: await upload('logo', theme.title), icon: await upload('icon', '') };
  await admin.call({ method: 'PUT', path: `${path}/theme?${of}`, body: published });
  await admin.call({ method: 'POST', path: `${path}/theme/domains?${of}`, body: { domain } });
  await admin.call({ method: 'POST', path: `${path}/theme/domains/${domain}/check?${of}&trust=true` });
}

function inkOf(color: string): Ink {
  const channel = (at: number): number => parseInt(color.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
