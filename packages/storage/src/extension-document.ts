/** Something that the extension keeps: a brand, a share, an invoice. Its area reads the body by its own schema. */
export interface ExtensionDocument {
  /** Unique within its kind, not empty; documents are read in the order of their keys. */
  readonly key: string;
  /** 1 for the first; each change adds 1. */
  readonly version: number;
  readonly body: unknown;
}
