import type { Caller } from '../access/caller.ts';
import { zonedTime } from '../exports/zoned-time.ts';
import type { ReportNeeds } from './report-needs.ts';
import { preferencesOf } from '../directory/reader.ts';
import { SHEET_WORDS } from './sheet-words.ts';
import { writeXlsx } from '@rastro/outgoing/sheets';

/** The caller's vehicles with their latest positions. @param brand At the head of what is printed of it. @source reference/tracking-api.md §3.11 */
export async function deviceSheet(needs: ReportNeeds, caller: Caller, brand: string): Promise<Buffer> {
  const { directory, visibility, live } = needs;
  const { language, zone } = preferencesOf(directory, caller.user);
  const words = SHEET_WORDS[language];
  const time = zonedTime(zone);
  const visible = visibility.visibleDeviceIds(caller.user.id);
  const rows: (string | number | null)[][] = [];
  for (const device of directory.devices.inOrder()) {
    if (!visible.has(device.id)) continue;
    const { status, lastUpdate, position } = live.shown(device.id);
    rows.push([
      device.name,
      device.uniqueId,
      status,
      lastUpdate === null ? null : time(lastUpdate),
      position?.latitude ?? null,
      position?.longitude ?? null,
      position?.address ?? null,
    ]);
  }
  const titles = [
    [words.device, 24],
    [words.identifier, 20],
    [words.status, 12],
    [words.time, 20],
    [words.latitude, 12],
    [words.longitude, 12],
    [words.address, 40],
  ] as const;
  const columns = titles.map(([title, width]) => ({ title, width }));
  return writeXlsx({ name: words.devices, columns }, rows, brand);
}
