import type { Clock } from '@rastro/base';
import type { AuditStorage } from '@rastro/storage';
import type { WriteAudit } from '../extension-route.ts';

/** Writes what was done down in the extension's own log, whichever tracking server is behind it. */
export const auditInto =
  (storage: Pick<AuditStorage, 'appendActions'>, clock: Clock): WriteAudit =>
  (entries, { caller, address }) =>
    storage.appendActions(
      entries.map(({ attributes = {}, ...entry }) => ({
        ...entry,
        attributes,
        actionTime: clock.now(),
        address,
        userId: caller?.id ?? 0,
      })),
    );
