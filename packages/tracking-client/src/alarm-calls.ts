import type { AcknowledgeAlarms, FleetAlarm } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Events that wait for an acknowledgement. Our own. */
export interface AlarmCalls {
  /** Open ones first, newest first each. */
  list(signal: AbortSignal): Promise<Answer<readonly FleetAlarm[]>>;
  /** @returns the alarms as they are now: an earlier acknowledgement wins. */
  acknowledge(alarms: AcknowledgeAlarms, signal: AbortSignal): Promise<Answer<readonly FleetAlarm[]>>;
}

export const alarmCalls = (caller: TrackingCaller): AlarmCalls => ({
  list: (signal) => caller.json('GET /alarms', {}, signal),
  acknowledge: (alarms, signal) => caller.json('POST /alarms/acknowledge', { json: alarms }, signal),
});
