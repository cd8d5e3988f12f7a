import { HOUR_MS } from '@rastro/base';
import type { Device, AccessLogEntry } from '@rastro/fleet';
import type { AccessLogSubject } from '@rastro/tracking-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { Line } from '../../ui/list/lines.tsx';

/** Vehicles that a line names; of more it says how many. */
const NAMED = 5;

export interface AccessLogLinesProps {
  readonly lines: readonly AccessLogEntry[];
  /** Subject: a vehicle, a driver, or a reader of positions. */
  readonly of: AccessLogSubject;
}

export function AccessLogLines({ lines, of }: AccessLogLinesProps) {
  const nameOf = useDeviceNames('deviceId' in of ? [] : lines);
  return lines.map((line) => (
    <AccessLogLine
      key={`${line.hour}/${line.userId}/${line.kind}/${line.byToken}`}
      line={line}
      showsReader={!('userId' in of)}
      nameOf={'deviceId' in of ? null : nameOf}
    />
  ));
}

/** Begin and end of the hour. */
export function useHourText(): (line: AccessLogEntry) => string {
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

interface AccessLogLineProps {
  readonly line: AccessLogEntry;
  readonly showsReader: boolean;
  /** Of vehicles; null = there is one alone. */
  readonly nameOf: ((id: number) => string) | null;
}

function AccessLogLine({ line, showsReader, nameOf }: AccessLogLineProps) {
  const { t } = useTranslation('logs');
  const hourText = useHourText();
  const { userName, isGuest, kind, byToken, hour, devices, deviceIds } = line;
  const how = t(`logs:viewings.kind.${kind}`);
  const access = [isGuest ? t('logs:viewings.guest') : '', byToken ? t('logs:viewings.byToken') : ''];
  const named = nameOf === null ? [] : deviceIds.slice(0, NAMED).map(nameOf);
  const rest = devices - named.length;
  return (
    <Line head={{ what: showsReader ? userName : how, at: hour, when: hourText(line) }}>
      <span>{[showsReader ? how : '', ...access].filter((part) => part !== '').join(' · ')}</span>
      {nameOf !== null && (
        <span>
          {[...named, ...(rest > 0 ? [t('logs:viewings.others', { count: rest })] : [])].join(', ')}
        </span>
      )}
    </Line>
  );
}

/** Vehicles of some lines by name; what is gone, or not for this user, is a number. */
function useDeviceNames(lines: readonly AccessLogEntry[]): (id: number) => string {
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
