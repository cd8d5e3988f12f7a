import type { Device, Viewing } from '@rastro/fleet';
import type { ViewingSubject } from '@rastro/tracking-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { Line } from '../../ui/list/lines.tsx';

const HOUR_MS = 3_600_000;
/** Vehicles that a line names; of more it says how many. */
const NAMED = 5;

export interface ViewingLinesProps {
  readonly lines: readonly Viewing[];
  /** Of what: a vehicle, a driver, or somebody who saw. */
  readonly of: ViewingSubject;
}

export function ViewingLines({ lines, of }: ViewingLinesProps) {
  const nameOf = useDeviceNames('deviceId' in of ? [] : lines);
  return lines.map((line) => (
    <ViewingLine
      key={`${line.hour}/${line.userId}/${line.kind}/${line.byToken}`}
      line={line}
      showsReader={!('userId' in of)}
      nameOf={'deviceId' in of ? null : nameOf}
    />
  ));
}

/** Begin and end of the hour. */
export function useHourText(): (line: Viewing) => string {
  const format = useFormat();
  const timeZone = useZone();
  // Swedish writes a day as machines do.
  const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone });
  return ({ hour }) => {
    const at = Date.parse(hour);
    const day = format.day(isoDay.format(at));
    return `${day}, ${format.time(at)} – ${format.time(at + HOUR_MS)}`;
  };
}

interface ViewingLineProps {
  readonly line: Viewing;
  readonly showsReader: boolean;
  /** Of vehicles; null = there is one alone. */
  readonly nameOf: ((id: number) => string) | null;
}

function ViewingLine({ line, showsReader, nameOf }: ViewingLineProps) {
  const { t } = useTranslation('logs');
  const hourText = useHourText();
  const { userName, isGuest, kind, byToken, hour, devices, deviceIds } = line;
  const how = t(`logs:viewings.kind.${kind}`);
  const way = [isGuest ? t('logs:viewings.guest') : '', byToken ? t('logs:viewings.byToken') : ''];
  const named = nameOf === null ? [] : deviceIds.slice(0, NAMED).map(nameOf);
  const rest = devices - named.length;
  return (
    <Line head={{ what: showsReader ? userName : how, at: hour, when: hourText(line) }}>
      <span>{[showsReader ? how : '', ...way].filter((part) => part !== '').join(' · ')}</span>
      {nameOf !== null && (
        <span>
          {[...named, ...(rest > 0 ? [t('logs:viewings.others', { count: rest })] : [])].join(', ')}
        </span>
      )}
    </Line>
  );
}

/** Vehicles of some lines by name; what is gone, or not for this person, is a number. */
function useDeviceNames(lines: readonly Viewing[]): (id: number) => string {
  const { client } = useServices();
  const ids = useMemo(
    () => [...new Set(lines.flatMap(({ deviceIds }) => deviceIds.slice(0, NAMED)))].toSorted((a, b) => a - b),
    [lines],
  );
  const { data } = useQuery<readonly Device[]>({
    queryKey: ['logs', 'seen', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => valueOf(await client.devices.list({ id: ids }, signal)),
  });
  const names = useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data]);
  return (id) => names.get(id) ?? `#${id}`;
}
