import type { Restrictions } from '../access/restrictions.ts';
import { refuse } from '../refusals/refusal.ts';
import { handlers } from '../http/bind.ts';
import type { Shown } from '../shown/shown-devices.ts';
import type { Surroundings } from '../pipeline/surroundings.ts';
import { evaluateAttribute } from '../computed/computed-attributes.ts';
import { toText } from '../computed/value.ts';

interface Needs {
  readonly restrictions: Restrictions;
  readonly live: Shown;
  readonly around: Surroundings;
}

/** What an expression makes of a device's latest position, without storing it. @source reference §3.14 */
export const computedTestRoutes = ({ restrictions, live, around }: Needs) =>
  handlers({
    'POST /attributes/computed/test': ({ caller, query, body }, reply) => {
      restrictions.requireAdministrator(caller);
      const device = restrictions.device(caller, query.deviceId);
      const { position } = live.shown(device.id);
      if (!position) throw refuse.badInput('deviceId: the device has no position');

      const { computedDeviceAttributes, computedLastAttributes } = around.optionsOf(device);
      const result = evaluateAttribute(body.expression, position, {
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
    },
  });
