import type { Caller } from '../../access/caller.ts';
import { instantFormat, numberFormat, serialOf } from '@rastro/fleet/sheets';
import { zoneText } from '@rastro/fleet';
import { wallClock } from '../../exports/zoned-time.ts';
import { shortMoment } from '../../exports/moment-text.ts';
import type { ReportDeps } from '../report-deps.ts';
import { preferencesOf } from '../../directory/reader.ts';
import { SHEET_LABELS } from './sheet-labels.ts';
import { writeXlsx } from '@rastro/outgoing/sheets';

/**
 * The caller's vehicles with their latest positions. @param brand At the head of its print. @source
 * docs/reference/tracking-api.md §3.11
 */
export async function deviceSheet(deps: ReportDeps, caller: Caller, brand: string): Promise<Buffer> {
  const { directory, visibility, live } = deps;
  const reader = preferencesOf(directory, caller.user);
  const { language, zone, hour12 } = reader;
  const labels = SHEET_LABELS[language];
  const wall = wallClock(zone);
  const visible = visibility.visibleDeviceIds(caller.user.id);
  const rows: (string | number | null)[][] = [];
  for (const device of directory.devices.inOrder()) {
    if (!visible.has(device.id)) continue;
    const { status, lastUpdate, position } = live.committed(device.id);
    rows.push([
      device.name,
      device.uniqueId,
      status,
      lastUpdate === null ? null : serialOf(wall(lastUpdate)),
      position?.latitude ?? null,
      position?.longitude ?? null,
      position?.address ?? null,
    ]);
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  rows.sort(([a], [b]) => compare(String(a), String(b)));
  const coordinate = numberFormat(6);
  const columns = [
    { title: labels.device, width: 24 },
    { title: labels.identifier, width: 20 },
    { title: labels.status, width: 12 },
    { title: labels.time, width: 20, format: instantFormat(language, hour12) },
    { title: labels.latitude, width: 12, format: coordinate },
    { title: labels.longitude, width: 12, format: coordinate },
    { title: labels.address, width: 40 },
  ];
  const madeAt = `${labels.madeAt}: ${shortMoment(reader)(deps.clock.now())} · ${labels.zone} ${zoneText(zone, language)}`;
  return writeXlsx({ name: labels.devices, columns }, rows, {
    block: { brand, title: labels.devices, details: [madeAt] },
  });
}
