import type { DeviceCommand } from '@rastro/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFleet, useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useCommandsArePolled } from '../../kernel/use-feature.ts';
import type { CommandOffer } from './command-choice.ts';
import type { CommandRights } from './command-rights.ts';
import { laterOf, newestCommands } from './newest-commands.ts';

const VISIBLE_ROWS = 30;

/** The commands that can be sent to a device. Requested only for users who may send commands. */
export function useCommandOffer(
  deviceId: number,
  rights: CommandRights,
): CommandOffer & { isReady: boolean } {
  const { client } = useServices();
  // A tracking server may know them only once the tracker has reported.
  const protocol = useVehicle(deviceId)?.position?.protocol ?? null;
  const types = useQuery({
    queryKey: ['commandTypes', deviceId, protocol],
    enabled: rights.send,
    queryFn: async ({ signal }) => valueOf(await client.commands.types(deviceId, signal)),
  });
  const saved = useQuery({
    queryKey: ['savedCommands', deviceId],
    enabled: rights.send,
    queryFn: async ({ signal }) => valueOf(await client.commands.offered(deviceId, signal)),
  });
  const isReady = !rights.send || (!types.isPending && !saved.isPending);
  return { types: types.data, saved: saved.data, isReady };
}

/** Pace of the polling if the live socket does not report commands. */
const POLL_MS = 5000;

export interface CommandLog {
  readonly commands: readonly DeviceCommand[];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The last commands of a device, live. After a lost connection they are requested again. */
export function useCommandLog(deviceId: number): CommandLog {
  const { client } = useServices();
  const fleet = useFleet();
  const isPolled = useCommandsArePolled();
  const queries = useQueryClient();
  const [updates, setUpdates] = useState<ReadonlyMap<number, DeviceCommand>>(new Map());
  const asked = useQuery({
    queryKey: ['commands', deviceId],
    staleTime: 0,
    refetchInterval: isPolled ? POLL_MS : false,
    queryFn: async ({ signal }) => valueOf(await client.commands.queue(deviceId, VISIBLE_ROWS, signal)),
  });

  useEffect(
    () =>
      fleet?.watchCommands((commands) => {
        const ours = commands.filter((command) => command.deviceId === deviceId);
        if (ours.length > 0) setUpdates((old) => withNewer(old, ours));
      }),
    [fleet, deviceId],
  );
  useEffect(() => {
    let wasLost = false;
    return fleet?.watchConnection(() => {
      const isLive = fleet.connection().state === 'live';
      if (isLive && wasLost) void queries.invalidateQueries({ queryKey: ['commands', deviceId] });
      wasLost = !isLive;
    });
  }, [fleet, deviceId, queries]);

  return {
    commands: newestCommands(asked.data ?? [], updates.values(), VISIBLE_ROWS),
    isPending: asked.isPending,
    error: asked.error,
    retry: () => void asked.refetch(),
  };
}

function withNewer(
  old: ReadonlyMap<number, DeviceCommand>,
  commands: readonly DeviceCommand[],
): ReadonlyMap<number, DeviceCommand> {
  const next = new Map(old);
  for (const command of commands) {
    const known = next.get(command.id);
    next.set(command.id, known === undefined ? command : laterOf(known, command));
  }
  return next;
}
