import { startThread, type Thread } from '@rastro/base/threads';
import type { moveSourceMethods, moveTargetMethods } from '../move/files-methods.ts';
import { StorageError } from '../storage-error.ts';
import type { extensionMethods } from './extension-methods.ts';
import type { readMethods } from './read-methods.ts';
import { READY, type Answer, type Call, type ThreadRole, type ThreadSetup } from './thread-messages.ts';
import type { writeMethods } from './write-methods.ts';

interface MethodsOf {
  writer: ReturnType<typeof writeMethods>;
  reader: ReturnType<typeof readMethods>;
  extension: ReturnType<typeof extensionMethods>;
  moveSource: ReturnType<typeof moveSourceMethods>;
  moveTarget: ReturnType<typeof moveTargetMethods>;
}
export type ThreadOptions = Omit<ThreadSetup, 'path' | 'role'>;
const DEFAULTS: ThreadOptions = {
  maxPages: null,
  isCache: false,
  acceptsLoss: false,
  isReadOnly: false,
  packsAtOnce: false,
};
interface Waiting {
  readonly method: string;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** One thread with one database connection; calls are answered in the order they were made. */
export class DatabaseThread<Role extends ThreadRole> {
  readonly #worker: Thread;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = READY + 1;
  #ended: StorageError | null = null;

  private constructor(worker: Thread) {
    this.#worker = worker;
    worker.on('message', (answer: Answer) => this.#settle(answer));
    worker.on('error', (cause) =>
      this.#end(new StorageError('reach the database', 'UNAVAILABLE', { cause })),
    );
    worker.on('exit', () => this.#end(new StorageError('reach the database', 'CLOSED')));
  }

  /** @throws StorageError when the file cannot be opened or was written by a newer program. */
  static async open<R extends ThreadRole>(
    path: string,
    role: R,
    options: Partial<ThreadOptions> = {},
  ): Promise<DatabaseThread<R>> {
    const worker = startThread(new URL('./sqlite-thread.ts', import.meta.url), {
      // Tools of the system list threads by name.
      name: `database-${role}`,
      workerData: { ...DEFAULTS, ...options, path, role } satisfies ThreadSetup,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const thread = new DatabaseThread<R>(worker);
    await new Promise<null>((resolve, reject) => {
      thread.#waiting.set(READY, { method: `open ${path}`, resolve, reject });
    });
    return thread;
  }

  call<M extends keyof MethodsOf[Role] & string>(
    method: M,
    ...args: MethodsOf[Role][M] extends (...args: infer A) => unknown ? A : never
  ): Promise<MethodsOf[Role][M] extends (...args: never[]) => infer T ? T : never> {
    return this.#send(method, args);
  }

  async close(): Promise<void> {
    if (!this.#ended) await this.#send('close', []);
    await this.#worker.terminate();
  }

  #send<T>(method: string, args: readonly unknown[]): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.set(id, { method, resolve, reject });
      this.#worker.postMessage({ id, method, args } satisfies Call);
    });
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    if ('code' in answer) {
      const { code, detail, errcode } = answer;
      const cause = Object.assign(new Error(detail), errcode === null ? {} : { errcode });
      waiting.reject(new StorageError(`${waiting.method} (${detail})`, code, { cause }));
      if (answer.id === READY) void this.#worker.terminate();
    } else {
      waiting.resolve(answer.value as never);
    }
  }

  #end(error: StorageError): void {
    this.#ended ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
