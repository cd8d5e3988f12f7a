import { z } from 'zod';
import { commandRequestBody } from '../../schemas/command.ts';
import { computedAttributeBody } from '../../schemas/linked-objects.ts';
import { didInPath, sentCommand } from '../audit-rules.ts';
import { count, flag, integer, theId, theInteger } from '../query-fields.ts';
import { at, defineRoutes, file, json, listOf, nothing, one } from '../route.ts';

const area = 'commands';
const deviceId = theId('The device');

/** @source docs/reference/tracking-api.md §3.13; `queue` is our own. */
export const COMMAND_ROUTES = defineRoutes({
  'GET /commands/types': {
    area,
    summary: 'Command types, all or those a device understands',
    access: 'devices.sendCommand',
    query: z.object({ deviceId: integer('A device'), textChannel: flag('By SMS') }),
    answer: listOf('Typed'),
  },
  'GET /commands/send': {
    area,
    summary: 'Saved commands that can be sent to a device',
    access: 'devices.sendCommand',
    query: z.object({ deviceId }),
    answer: listOf('Command'),
  },
  'POST /commands/send': {
    area,
    summary: 'Sends a command: 200 sent, 202 queued',
    access: [
      { access: 'devices.lock', command: true },
      { access: 'devices.unlock', command: true },
      { access: 'devices.sendCommand' },
    ],
    query: z.object({ groupId: integer('To all devices of a group') }),
    body: commandRequestBody.meta({ title: 'CommandRequest' }),
    answer: one('SentCommand'),
    // To a device, or to those of a group.
    also: [at(202, one('HeldCommand')), at(202, listOf('HeldCommand'))],
    audit: sentCommand,
  },
  'GET /commands/queue': {
    feature: 'commandQueue',
    area,
    summary: 'Commands of a device with their life, newest first (own)',
    // Users who see the events of a vehicle may see the status of its commands.
    access: 'events.view',
    query: z.object({ deviceId, limit: count('Most rows'), offset: count('Rows left out before') }),
    answer: listOf('QueuedCommand'),
  },
  'DELETE /commands/queue/:id': {
    feature: 'commandCancel',
    area,
    summary: 'Takes back a command that waits (own)',
    access: 'devices.sendCommand',
    audit: didInPath('remove', 'queuedCommand'),
  },
});

/** @source docs/reference/tracking-api.md §3.14 */
export const COMPUTED_ROUTES = defineRoutes({
  'POST /attributes/computed/test': {
    area: 'computed attributes',
    summary: 'What an expression makes of the latest position; administrators',
    access: 'computed.view',
    query: z.object({ deviceId: theInteger('The device') }),
    body: computedAttributeBody.meta({ title: 'AttributeTest' }),
    answer: json(z.union([z.number(), z.boolean()])),
    also: [file('text/plain'), nothing(204)],
  },
  'POST /attributes/computed/tries': {
    feature: 'expressionTries',
    area: 'computed attributes',
    summary:
      'What an expression makes of the newest positions, 20 at most, newest first; administrators (own)',
    access: 'computed.view',
    query: z.object({ deviceId: theInteger('The device') }),
    body: computedAttributeBody.meta({ title: 'AttributeTries' }),
    answer: listOf('ExpressionTry'),
  },
});
