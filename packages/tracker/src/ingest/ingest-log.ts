export type { Log as IngestLog } from '@rastro/base';
