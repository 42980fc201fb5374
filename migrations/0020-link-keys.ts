import { Migration } from '@mikro-orm/migrations'

const SYSTEM = `nullif(current_setting('app.tenant', true), '') = '*'`

/** The keys of links in emails, sealed with SECRET_KEY: they stay when that changes, so that links already sent keep working. */
export class LinkKeysMigration extends Migration {
  override up(): void {
    this.addSql(`create table link_keys (
      id uuid primary key,
      purpose text not null check (purpose in ('tracking', 'unsubscribe', 'before')),
      sealed bytea not null,
      created_at timestamptz not null default now()
    )`)
    this.addSql(`alter table link_keys enable row level security`)
    this.addSql(`alter table link_keys force row level security`)
    this.addSql(`create policy tenant_scope on link_keys using (${SYSTEM}) with check (${SYSTEM})`)
  }
}
