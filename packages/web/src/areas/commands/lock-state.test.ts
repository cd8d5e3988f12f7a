import { expect, test } from 'vitest';
import { aCommand } from '../../testing/a-command.ts';
import { aPosition } from '../../testing/memory-fleet.ts';
import { lockState } from './lock-state.ts';

const at = (minute: number): string => new Date(minute * 60_000).toISOString();
const ms = (minute: number): number => minute * 60_000;
const positionWith = (blocked: boolean | undefined, minute: number) =>
  aPosition({ fixTime: at(minute), attributes: blocked === undefined ? {} : { blocked } });
const confirmed = (type: string, minute: number) =>
  aCommand({ type, status: 'confirmed', changedTime: at(minute) });

test('[WEBPANEL-41] a device that says it is locked is; a confirmed command gives the time', () => {
  expect(lockState(positionWith(true, 9), [])).toEqual({ kind: 'reported', at: ms(9) });
  expect(lockState(positionWith(true, 9), [confirmed('engineStop', 5)])).toEqual({
    kind: 'confirmed',
    at: ms(5),
  });
});

test('[WEBPANEL-41] the newest word counts, of the device or of its answer to a command', () => {
  expect(lockState(positionWith(false, 9), [confirmed('engineStop', 5)]).kind).toBe('open');
  expect(lockState(positionWith(false, 4), [confirmed('engineStop', 5)])).toEqual({
    kind: 'confirmed',
    at: ms(5),
  });
  expect(lockState(positionWith(true, 4), [confirmed('engineResume', 5)]).kind).toBe('open');
  expect(lockState(positionWith(true, 9), [confirmed('engineResume', 5)])).toEqual({
    kind: 'reported',
    at: ms(9),
  });
});

test('[WEBPANEL-41] without a word of the device only a confirmation says that it is locked', () => {
  expect(lockState(positionWith(undefined, 9), [confirmed('engineStop', 5)])).toEqual({
    kind: 'confirmed',
    at: ms(5),
  });
  expect(lockState(null, [aCommand({ type: 'engineStop', status: 'sent' })]).kind).toBe('open');
});
