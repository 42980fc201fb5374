import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/** The builder's documents in templates, and blocks that were saved to be used again. */
export class BuilderMigration extends Migration {
  override up(): void {
    this.addSql(`alter table templates add column html_template jsonb`)

    this.addSql(`create table saved_blocks (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      name text not null,
      elements jsonb not null,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)
    const rule = `tenant_id::text = ${scope} or ${scope} = '*'`
    this.addSql(`alter table saved_blocks enable row level security`)
    this.addSql(`alter table saved_blocks force row level security`)
    this.addSql(`create policy tenant_scope on saved_blocks using (${rule}) with check (${rule})`)
  }
}
