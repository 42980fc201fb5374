import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/**
 * Tags, segments and the suppression list. Tags are rows and not an array with a GIN index: under row-level security an index serves only
 * leakproof operators, and `@>` on arrays is none, while equality of texts and uuids is.
 */
export class AudiencesMigration extends Migration {
  override up(): void {
    this.addSql(`create table contact_tags (
      tenant_id uuid not null,
      contact_id uuid not null,
      tag text not null,
      tag_key text not null generated always as (lower(tag)) stored,
      primary key (tenant_id, contact_id, tag_key),
      foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index contact_tags_tag on contact_tags (tenant_id, tag_key, contact_id)`)

    this.addSql(`create table segments (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      name text not null,
      filter jsonb not null,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)
    this.addSql(`create unique index segments_name on segments (tenant_id, lower(name))`)

    this.addSql(`create table suppressions (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      email text not null,
      email_key text not null generated always as (lower(email)) stored,
      reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual')),
      note text not null default '',
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)
    this.addSql(`create unique index suppressions_email on suppressions (tenant_id, email_key)`)

    const rule = `tenant_id::text = ${scope} or ${scope} = '*'`
    for (const table of ['contact_tags', 'segments', 'suppressions']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
