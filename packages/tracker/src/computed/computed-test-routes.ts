import type { FastifyInstance } from 'fastify';
import { computedAttributeBody } from '@rastro/fleet/schemas';
import { evaluateAttribute } from './computed-attributes.ts';
import { toText } from './value.ts';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { integer, readBody } from '../http/input.ts';

/** What an expression makes of a device's latest position, without storing it. @source reference §3.14 */
export function computedTestRoutes(app: FastifyInstance, context: ApiContext): void {
  const { restrictions, live, around } = context;

  app.post('/attributes/computed/test', (request, reply) => {
    const caller = callerOf(request);
    restrictions.requireAdministrator(caller);
    const deviceId = integer(request.query as Readonly<Record<string, unknown>>, 'deviceId');
    if (deviceId === null) throw refuse.badInput('deviceId: is missing');
    const device = restrictions.device(caller, deviceId);
    const { expression } = readBody(computedAttributeBody, request.body);
    const { position } = live.shown(device.id);
    if (!position) throw refuse.badInput('deviceId: the device has no position');

    const { computedDeviceAttributes, computedLastAttributes } = around.optionsOf(device);
    const result = evaluateAttribute(expression, position, {
      device,
      last: position,
      deviceAttributes: computedDeviceAttributes,
      lastAttributes: computedLastAttributes,
    });
    if (!result.ok) throw refuse.badInput(`expression: ${result.error}`);
    const { value } = result;
    if (value === null) return reply.code(204).send();
    if (typeof value === 'number' || typeof value === 'boolean') {
      return reply.type('application/json').send(JSON.stringify(value));
    }
    return reply.type('text/plain').send(toText(value));
  });
}
