export function swallow(work: () => void): void {
  try {
    work();
  } catch {}
}
