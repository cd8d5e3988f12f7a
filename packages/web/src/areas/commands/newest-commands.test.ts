import { expect, test } from 'vitest';
import { aCommand } from '../../testing/a-command.ts';
import { newestCommands } from './newest-commands.ts';

const AT = '2026-11-20T12:00:00.000+00:00';
const LATER = '2026-11-20T12:00:05.000+00:00';
const statuses = (commands: ReturnType<typeof newestCommands>): string[] =>
  commands.map(({ id, status }) => `${id} ${status}`);

test('[WEB-9] the later state wins, whichever way it came', () => {
  const early = aCommand({ id: 1, status: 'sent', changedTime: AT });
  const late = aCommand({ id: 1, status: 'accepted', changedTime: LATER });
  expect(statuses(newestCommands([early], [late], 9))).toEqual(['1 accepted']);
  expect(statuses(newestCommands([late], [early], 9))).toEqual(['1 accepted']);
});

test('[WEB-9] within a millisecond the one further on in its life wins', () => {
  const sending = aCommand({ id: 1, status: 'sending', changedTime: AT });
  const sent = aCommand({ id: 1, status: 'sent', changedTime: AT });
  expect(statuses(newestCommands([sent], [sending], 9))).toEqual(['1 sent']);
  expect(statuses(newestCommands([sending], [sent], 9))).toEqual(['1 sent']);
});

test('[WEB-9] newest first, no more than asked for', () => {
  const asked = [aCommand({ id: 2 }), aCommand({ id: 1 })];
  expect(statuses(newestCommands(asked, [aCommand({ id: 3 })], 2))).toEqual(['3 queued', '2 queued']);
});
