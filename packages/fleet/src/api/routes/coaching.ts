import { z } from 'zod';
import { coachingCaseBody, contestAnswerBody, contestBody } from '../../schemas/coaching.ts';
import { answeredContest, coached, contested } from '../audit-rules.ts';
import { instant, text } from '../query-fields.ts';
import { defineRoutes, listOf, nothing, one } from '../route.ts';

const area = 'coaching';
/** Guests do none of it, even where the standard edition gives every right to everybody: the handlers check that. */
const change = {
  area,
  access: 'drivers.edit',
  answer: one('CoachingCase'),
  errors: [404, 409, 501],
} as const;

/** Coaching of drivers by their driving events, contests of events, and the driver's own page. */
export const COACHING_ROUTES = defineRoutes({
  'GET /coaching/cases': {
    area,
    summary: 'Cases of events in a period, of vehicles that the caller sees',
    access: 'reports.view',
    query: z.object({
      from: instant('Begin, included; 30 days before the end when not given'),
      to: instant('End, included, at most 93 days later; now when not given'),
    }),
    answer: listOf('CoachingCase'),
    errors: [400, 501],
  },
  'PUT /coaching/cases': {
    ...change,
    summary: 'Assigns a case, writes a note, ends it; of an event without a case it makes one',
    body: coachingCaseBody,
    audit: coached,
  },
  'POST /coaching/contests': {
    ...change,
    summary: 'Contests an event in the name of its driver, within seven days',
    body: contestBody,
    audit: contested,
  },
  'PUT /coaching/contests/answer': {
    ...change,
    summary: 'Answers a contest; an accepted event counts in no total and no score any more',
    body: contestAnswerBody,
    audit: answeredContest,
  },
  'GET /qr-driver/score': {
    area,
    summary: "The signed-in driver's own score, weeks and events; nobody else's",
    access: 'session',
    qrDriver: true,
    query: z.object({ zone: text('IANA time zone of the weeks; absent = UTC') }),
    answer: one('DriverPage'),
    errors: [403, 501],
  },
  'POST /qr-driver/contests': {
    area,
    summary: 'The signed-in driver contests an event of their own, within seven days',
    access: 'session',
    qrDriver: true,
    body: contestBody,
    answer: nothing(204),
    errors: [403, 404, 409, 501],
    audit: contested,
  },
});
