/** Messages about a text that is no usable calendar, after the name of the field. */
const MESSAGES = {
  noFile: () => 'is no iCalendar file',
  noStart: () => 'has an event without DTSTART',
  endsEarly: () => 'has an event that ends before it starts',
  badTime: (what) => `has the time ${what}`,
  badPart: (what) => `has ${what}`,
  badZone: (what) => `has the unknown zone ${what}`,
  countAndUntil: () => 'has both COUNT and UNTIL',
  tooOften: (what) => `repeats ${what}: more often than hourly is not supported`,
  tooCostly: () => 'repeats too often',
  tooLong: () => 'repeats an event of more than a year',
  tooManyEvents: (what) => `has more than ${what} events`,
  tooManyDates: (what) => `has more than ${what} dates`,
  tooManyTimes: (what) => `repeats more than ${what} times`,
  tooRare: () => 'repeats too rarely to be counted',
} as const satisfies Readonly<Record<string, (what: string) => string>>;

export type CalendarProblemCode = keyof typeof MESSAGES;
export interface CalendarProblem {
  readonly code: CalendarProblemCode;
  /** The time, the zone, the number that it is about. */
  readonly what: string;
  /** In English, for the answer of a server. */
  readonly text: string;
}

/** Thrown inside the reader alone. */
export class Unreadable extends Error {
  readonly problem: CalendarProblem;
  constructor(code: CalendarProblemCode, what: string | number = '') {
    super(code);
    this.problem = problemOf(code, what);
  }
}

export const problemOf = (code: CalendarProblemCode, what: string | number = ''): CalendarProblem => ({
  code,
  what: String(what),
  text: MESSAGES[code](String(what)),
});
