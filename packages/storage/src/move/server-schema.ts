import { EXTENSION_MIGRATIONS } from '../postgres/extension-migrations.ts';
import { MIGRATIONS } from '../postgres/migrations.ts';
import { EXTENSION_SCHEMA, SCHEMA } from '../postgres/schema.ts';
import type { MovedStoreName } from './moved-store.ts';

export const schemaOf = (store: MovedStoreName): string => (store === 'tracker' ? SCHEMA : EXTENSION_SCHEMA);
export const migrationsOf = (store: MovedStoreName): readonly string[] =>
  store === 'tracker' ? MIGRATIONS : EXTENSION_MIGRATIONS;
