import { attributeName, DRIVER_ATTRIBUTES, DRIVER_GRANTS, type Attributes } from '@rastro/fleet';
import type { Policy } from './policy.ts';

export const driverAttributes: Policy = {
  routes: new Set(['POST /drivers', 'PUT /drivers/:id']),
  check: async (call, gate) => {
    const user = await call.user();
    const { written } = call;
    if (!user || !written) return null;
    let before: Attributes | null = null;
    for (const [key, right] of DRIVER_GRANTS) {
      const name = attributeName(gate.brand, DRIVER_ATTRIBUTES[key]);
      const error = await gate.errorFor(right, user);
      if (!error) continue;
      before ??= await attributesBefore(call.key === 'POST /drivers' ? 0 : written.id, call.read);
      if (JSON.stringify(before[name] ?? null) !== JSON.stringify(written.attributes[name] ?? null))
        return error;
    }
    return null;
  },
};

async function attributesBefore(id: number, read: (path: string) => Promise<unknown>): Promise<Attributes> {
  const driver = id > 0 ? await read(`/api/drivers/${Math.trunc(id)}`) : null;
  const { attributes }: { readonly attributes?: Attributes | null } = Object(driver);
  return attributes ?? {};
}
