import { expect, type BrowserContext } from '@playwright/test';

/** With E2E_BEHIND=traccar the journeys run in front of a real Traccar; what it does not offer is in docs/traccar.md. */
export const isBehindTraccar = process.env['E2E_BEHIND'] === 'traccar';
/** With E2E_BEHIND=cluster each server of a journey is several processes, on a PostgreSQL and a NATS of the run. */
export const isInCluster = process.env['E2E_BEHIND'] === 'cluster';

const ALARMS = 'sos,powerCut,lowBattery,door,overspeed,tampering,fuelLeak,vibration';
const RULES = [
  { type: 'alarm', attributes: { alarms: ALARMS } },
  { type: 'geofenceEnter', attributes: {} },
  { type: 'geofenceExit', attributes: {} },
] as const;

/** Our own server shows events to whoever has no rule; a Traccar shows those that a rule sends to browsers. */
export async function showEvents(context: BrowserContext, url: string): Promise<void> {
  if (!isBehindTraccar) return;
  for (const rule of RULES) {
    const data = { ...rule, notificators: 'web', always: true, calendarId: 0, commandId: 0 };
    const answer = await context.request.post(`${url}/api/notifications`, { data, headers: { origin: url } });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}
