import { FirstMigration } from './0001-first.ts'
import { ApiKeysMigration } from './0003-api-keys.ts'
import { ImagesMigration } from './0004-images.ts'
import { AudiencesMigration } from './0005-audiences.ts'

/** Every migration in order; names are kept in the database and never change. */
export const migrations = [
  { name: '0001-first', class: FirstMigration },
  { name: '0003-api-keys', class: ApiKeysMigration },
  { name: '0004-images', class: ImagesMigration },
  { name: '0005-audiences', class: AudiencesMigration },
]
