import type { ApiFailure, TrackingClient } from '@rastro/tracking-client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import { useNoticeFailures } from '../../../kernel/queries/use-notice-failures.ts';
import { useServices } from '../../../kernel/services.tsx';
import { makeGroups } from './make-groups.ts';
import { runBatch, type BatchResult } from '../batch/run-batch.ts';
import { planImport, takenBack, type ImportPlan, type ImportRow, type ImportSubject } from './plan-import.ts';

type Result = BatchResult<ImportRow>;
export type ImportStep =
  | { readonly step: 'idle' }
  | { readonly step: 'checking'; readonly tried: number; readonly total: number }
  | { readonly step: 'failed'; readonly failure: ApiFailure }
  | { readonly step: 'checked'; readonly plan: ImportPlan }
  | {
      readonly step: 'running';
      readonly what: 'import' | 'undo';
      readonly tried: number;
      readonly total: number;
    }
  | { readonly step: 'imported'; readonly plan: ImportPlan; readonly result: Result }
  | { readonly step: 'undone'; readonly result: Result };

export interface ImportRun {
  readonly state: ImportStep;
  readonly check: (subject: Omit<ImportSubject, 'devices'>) => Promise<void>;
  /** Makes the groups that are missing, and compares once more. */
  readonly makeGroups: (subject: Omit<ImportSubject, 'devices'>) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** The work of an import: compare, write, take back. Progress reaches the screen once per frame. */
export function useImport(): ImportRun {
  const { client } = useServices();
  const fleet = useFleet();
  const queries = useQueryClient();
  const notice = useNoticeFailures();
  const [state, setState] = useState<ImportStep>({ step: 'idle' });
  const stop = useRef(new AbortController());
  /** The server's answers: an undo needs the new ids. */
  const written = useRef(new Map<ImportRow, number>());

  const run = async (what: 'import' | 'undo', rows: readonly ImportRow[], work: RowWork): Promise<Result> => {
    stop.current = new AbortController();
    const total = rows.length;
    setState({ step: 'running', what, tried: 0, total });
    const onProgress = oncePerFrame((tried) =>
      setState((old) => (old.step === 'running' ? { step: 'running', what, tried, total } : old)),
    );
    const result = await runBatch({ items: rows, work, onProgress }, stop.current.signal);
    fleet?.refresh();
    notice(result.failures);
    return result;
  };

  const check = useCheck(() => (stop.current = new AbortController()).signal, setState);

  return {
    state,
    check,
    makeGroups: async (subject) => {
      if (state.step !== 'checked') return;
      const { missingGroups } = state.plan;
      setState({ step: 'checking', tried: 0, total: missingGroups.length });
      const made = await makeGroups(client, missingGroups, subject.names.groupId ?? new Map());
      await queries.invalidateQueries({ queryKey: ['groups'] });
      if (made.failure !== null) setState({ step: 'failed', failure: made.failure });
      else await check({ ...subject, names: { ...subject.names, groupId: made.names } });
    },
    start: async () => {
      if (state.step !== 'checked') return;
      const { plan } = state;
      written.current.clear();
      const result = await run('import', [...plan.created, ...plan.changed], async (row, signal) => {
        const { id, failure } = await writeRow(client, row, signal);
        if (id !== null) written.current.set(row, id);
        return failure;
      });
      setState({ step: 'imported', plan, result });
    },
    undo: async () => {
      if (state.step !== 'imported') return;
      const result = await run('undo', state.result.done, (row, signal) =>
        takeBack(client, row, { id: written.current.get(row) ?? 0, signal }),
      );
      setState({ step: 'undone', result });
    },
    cancel: () => {
      stop.current.abort();
      setState((old) => (old.step === 'checking' ? { step: 'idle' } : old));
    },
    reset: () => setState({ step: 'idle' }),
  };
}

/** Compares, unless the user cancels meanwhile. */
function useCheck(begin: () => AbortSignal, setState: (step: ImportStep) => void): ImportRun['check'] {
  const { client } = useServices();
  return async (subject) => {
    const signal = begin();
    const total = subject.table.rows.length;
    setState({ step: 'checking', tried: 0, total });
    const onSlice = (tried: number): void => setState({ step: 'checking', tried, total });
    const checked = await compare(client, subject, { onSlice, signal });
    if (checked !== null) setState(checked);
  };
}

interface Comparing {
  readonly onSlice: (tried: number) => void;
  readonly signal: AbortSignal;
}

/** The table compared with the devices of the server; null = aborted. */
async function compare(
  client: TrackingClient,
  subject: Omit<ImportSubject, 'devices'>,
  { onSlice, signal }: Comparing,
): Promise<ImportStep | null> {
  const devices = await client.devices.list({}, new AbortController().signal);
  if (signal.aborted) return null;
  if (!devices.ok) return { step: 'failed', failure: devices.error };
  const plan = await inSlices(planImport({ ...subject, devices: devices.value }), onSlice, signal);
  return plan === null ? null : { step: 'checked', plan };
}

/** Passes on the newest count, at most once per frame. */
function oncePerFrame(show: (count: number) => void): (count: number) => void {
  let newest = 0;
  let isDue = false;
  return (count) => {
    newest = count;
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      show(newest);
    });
  };
}

type RowWork = (row: ImportRow, signal: AbortSignal) => Promise<ApiFailure | null>;

async function writeRow(
  client: TrackingClient,
  { before, after }: ImportRow,
  signal: AbortSignal,
): Promise<{ id: number | null; failure: ApiFailure | null }> {
  const { id: _id, ...draft } = after;
  const answer =
    before === null ? await client.devices.create(draft, signal) : await client.devices.update(after, signal);
  return answer.ok ? { id: answer.value.id, failure: null } : { id: null, failure: answer.error };
}

async function takeBack(
  client: TrackingClient,
  row: ImportRow,
  { id, signal }: { readonly id: number; readonly signal: AbortSignal },
): Promise<ApiFailure | null> {
  if (row.before === null) {
    const removed = await client.devices.remove(id, signal);
    return removed.ok ? null : removed.error;
  }
  const now = await client.devices.read(id, signal);
  if (!now.ok) return now.error;
  const restored = await client.devices.update(takenBack(now.value, row), signal);
  return restored.ok ? null : restored.error;
}

/** Runs a computation piece by piece; between pieces the browser draws and listens. null = aborted. */
async function inSlices<T>(
  work: Generator<number, T>,
  onSlice: (done: number) => void,
  signal: AbortSignal,
): Promise<T | null> {
  for (;;) {
    const { done, value } = work.next();
    if (signal.aborted) return null;
    if (done === true) return value;
    onSlice(value);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
