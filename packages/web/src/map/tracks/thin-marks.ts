import type { ArrowView } from './track-arrows.ts';
import type { TrackMark } from './track-marks.ts';

/** Side of the square that has room for one sign of a kind, px. */
const ROOM_PX = 26;
/** What is just outside of the view, px. */
const BESIDE_PX = 60;

interface Standing {
  mark: TrackMark;
  more: number;
}

/**
 * Signs of what is in view, one where several stops or events would cover each other: the weightiest, which says how many
 * more there are. A closer look parts them. Ends are always there.
 */
export function thinMarks(marks: readonly TrackMark[], view: ArrowView): readonly TrackMark[] {
  const beside = BESIDE_PX / view.pxPerUnit;
  const isSeen = ({ x, y }: TrackMark): boolean =>
    x > view.west - beside && x < view.east + beside && y > view.north - beside && y < view.south + beside;
  const rooms = new Map<string, Standing>();
  const ends: TrackMark[] = [];
  for (const mark of marks) {
    if (!isSeen(mark)) continue;
    if (mark.kind === 'start' || mark.kind === 'end') {
      ends.push(mark);
      continue;
    }
    const [column, row] = [mark.x, mark.y].map((each) => Math.floor((each * view.pxPerUnit) / ROOM_PX));
    const room = `${mark.kind} ${column} ${row}`;
    const standing = rooms.get(room);
    if (standing === undefined) rooms.set(room, { mark, more: 0 });
    else {
      standing.more++;
      if ((mark.weight ?? 0) > (standing.mark.weight ?? 0)) standing.mark = mark;
    }
  }
  const shown = [...rooms.values()].map(({ mark, more }) =>
    more === 0 ? mark : { ...mark, label: mark.label === '' ? '' : `${mark.label} +${more}` },
  );
  return [...shown, ...ends];
}
