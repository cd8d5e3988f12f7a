import { z } from 'zod';
import {
  CASE_STATES,
  CONTEST_STATES,
  type CoachingCase,
  type Contest,
} from '../../coaching/coaching-case.ts';
import type { DriverPage, OwnDrivingEvent, OwnWeek } from '../../coaching/driver-page.ts';
import { DRIVING_EVENT_KINDS, EVENT_SOURCES } from '../../trips/driving-style.ts';
import {
  instant,
  maybeInstant,
  maybeNumber,
  maybeString,
  number,
  shapeOf,
  speed,
  string,
  whole,
  yesNo,
} from './shape.ts';

const ContestAnswer = shapeOf<Contest>()({
  state: z.enum(CONTEST_STATES),
  reason: string(),
  isByDriver: yesNo(),
  byId: whole(),
  byName: string(),
  at: instant(),
  answeredById: whole(),
  answeredByName: string(),
  answeredAt: maybeInstant(),
  answer: string(),
});
const OwnDrivingEventAnswer = shapeOf<OwnDrivingEvent>()({
  deviceId: whole(),
  deviceName: string(),
  kind: z.enum(DRIVING_EVENT_KINDS),
  startTime: instant(),
  isSevere: yesNo(),
  strength: maybeNumber(),
  speed: speed().nullable(),
  latitude: number(),
  longitude: number(),
  address: maybeString(),
  source: z.enum(EVENT_SOURCES),
  isWithdrawn: yesNo(),
  contest: z.strictObject({ state: z.enum(CONTEST_STATES), reason: string(), answer: string() }).nullable(),
  mayContest: yesNo(),
});
const OwnWeekAnswer = shapeOf<OwnWeek>()({ from: instant(), points: maybeNumber(), distance: number() });

export const COACHING_ANSWERS = {
  CoachingContest: ContestAnswer,
  CoachingCase: shapeOf<CoachingCase>()({
    deviceId: whole(),
    deviceName: string(),
    kind: z.enum(DRIVING_EVENT_KINDS),
    startTime: instant(),
    endTime: instant(),
    isSevere: yesNo(),
    driverUniqueId: maybeString(),
    driverName: maybeString(),
    state: z.enum(CASE_STATES),
    assigneeId: whole(),
    assigneeName: string(),
    note: string(),
    doneAt: maybeInstant(),
    contest: ContestAnswer.nullable(),
    version: whole(),
  }),
  OwnDrivingEvent: OwnDrivingEventAnswer,
  OwnWeek: OwnWeekAnswer,
  DriverPage: shapeOf<DriverPage>()({
    name: string(),
    from: instant(),
    to: instant(),
    distance: number(),
    moving: number(),
    points: maybeNumber(),
    low: maybeNumber(),
    high: maybeNumber(),
    lost: z.array(z.strictObject({ kind: string(), points: number() })),
    weeks: z.array(OwnWeekAnswer),
    events: z.array(OwnDrivingEventAnswer),
  }),
};
