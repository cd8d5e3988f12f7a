/** Slots that are drawn with one call. */
export interface Run {
  readonly start: number;
  readonly count: number;
}

/** Hidden slots between two shown ones that are cheaper to draw than another call. */
const GAP = 64;
/** More calls than this cost more than the hidden slots that they leave out. */
const MAX_RUNS = 64;

/**
 * Runs of slots to draw. While vehicles are grouped into circles, few of them are drawn one by one: the GPU, or the CPU
 * in its place, need not process all the others in every frame.
 * @param visible 1 = drawn, by slot. @param end Slots are below this number.
 */
export function visibleRuns(visible: Uint8Array, end: number): readonly Run[] {
  const runs: Run[] = [];
  let start = visible.indexOf(1);
  while (start !== -1 && start < end) {
    let last = start;
    let next = visible.indexOf(1, last + 1);
    while (next !== -1 && next < end && next - last <= GAP) {
      last = next;
      next = visible.indexOf(1, last + 1);
    }
    runs.push({ start, count: last - start + 1 });
    if (runs.length > MAX_RUNS) return [{ start: 0, count: end }];
    start = next;
  }
  return runs;
}
