import { acknowledgeAlarmsBody } from '../../schemas/acknowledge-alarms.ts';
import { acknowledgedAlarms } from '../audit-rules.ts';
import { defineRoutes, listOf } from '../route.ts';

const area = 'alarms';
const access = 'events.view';

/** Alarms that wait for a user; our own. */
export const ALARM_ROUTES = defineRoutes({
  'GET /alarms': {
    feature: 'alarms',
    area,
    summary: 'Critical events of the last 30 days, open ones first, and who has seen to the others (own)',
    access,
    answer: listOf('Alarm'),
  },
  'POST /alarms/acknowledge': {
    feature: 'alarms',
    area,
    summary: 'Says that alarms were seen to; each is acknowledged once, and the answer says by whom (own)',
    access,
    body: acknowledgeAlarmsBody,
    answer: listOf('Alarm'),
    audit: acknowledgedAlarms,
  },
});
