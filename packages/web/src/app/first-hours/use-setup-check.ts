import { hasBilling, ZONE_ATTRIBUTE, type Health } from '@rastro/fleet';
import { billingOf } from '@rastro/fleet/billing';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import type { SetupState } from './first-steps.ts';

const REFRESH_MS = 5000;
/** Users that are looked at for one who gets invoices: a beginner has no more. */
const MAX_USERS = 50;

export interface SetupCheck {
  readonly setup: SetupState;
  readonly ingest: NonNullable<Health['ingest']>;
}

/** The setup so far; null = not known, or another tracking server whose devices are unknown here. */
export function useSetupCheck(isWanted: boolean): SetupCheck | null {
  const { client, extension } = useServices();
  const { branding, server } = useSignedIn();
  const { brand } = branding;
  const isBilling = hasBilling({ brand, plus: server.plus, serverAttributes: server.server.attributes });
  // Nothing is cached: a user who comes home has just finished a step.
  const counts = useQuery({
    queryKey: ['first-hours', isBilling],
    enabled: isWanted,
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const users = valueOf(await client.users.list({ limit: MAX_USERS }, signal));
      // One says as much as ten thousand.
      const rules = valueOf(await client.notifications.list({ limit: 1 }, signal)).length;
      const invoices = isBilling ? valueOf(await extension.billing.list({ limit: 1 }, signal)).invoices : [];
      const customers = users.filter(({ attributes }) => billingOf(attributes, brand) !== null);
      return { users: users.length, rules, customers: customers.length, invoices: invoices.length };
    },
  }).data;
  const health = useQuery<Health>({
    queryKey: ['health'],
    enabled: isWanted,
    retry: false,
    staleTime: 0,
    // Only while the first message or the first vehicle is waited for.
    refetchInterval: ({ state: { data } }) =>
      data?.devices != null && (data.devices.never === data.devices.total || data.devices.assigned === 0)
        ? REFRESH_MS
        : false,
    queryFn: async ({ signal }) => valueOf(await extension.health(signal)),
  }).data;
  const devices = health?.devices ?? null;
  const isNeverConnected = devices !== null && devices.assigned > 0 && devices.never === devices.total;
  const neverConnectedId = useQuery<number | null>({
    queryKey: ['first-hours', 'never-connected'],
    enabled: isWanted && isNeverConnected,
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }) => valueOf(await client.devices.list({ limit: 1 }, signal))[0]?.id ?? null,
  }).data;
  const ingest = health?.ingest ?? null;
  if (!isWanted || counts === undefined || devices === null || ingest === null) return null;
  const { title, headLogo: logo } = branding;
  const zone = server.server.attributes[ZONE_ATTRIBUTE];
  const hasZone = typeof zone === 'string' && zone !== '';
  const setup = {
    title,
    logo,
    hasZone,
    plus: server.plus,
    devices,
    neverConnectedId: neverConnectedId ?? null,
    isBilling,
    ...counts,
  };
  return { setup, ingest };
}
