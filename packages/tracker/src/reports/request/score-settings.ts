import { nearestScoreSettings, SCORE_ATTRIBUTE, scoreSettingsText } from '@rastro/fleet/scores';
import type { ReportDeps } from '../report-deps.ts';

/** Reads the settings that count in a group, as their text: each group is read once, however many vehicles it has. */
export function scoreSettingsReader({
  directory,
  visibility,
}: Pick<ReportDeps, 'directory' | 'visibility'>): (groupId: number) => string {
  const read = new Map<number, string>();
  return (groupId) => {
    const known = read.get(groupId);
    if (known !== undefined) return known;
    const ofGroups = [...visibility.groupChain(groupId)].map((id) => directory.groups.get(id)?.attributes);
    const texts = [...ofGroups, directory.server.attributes].map(
      (attributes) => attributes?.[SCORE_ATTRIBUTE],
    );
    const text = scoreSettingsText(nearestScoreSettings(texts));
    read.set(groupId, text);
    return text;
  };
}
