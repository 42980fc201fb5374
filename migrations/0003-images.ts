import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/** Pictures for mails, served to everybody who knows their name. */
export class ImagesMigration extends Migration {
  override up(): void {
    this.addSql(`create table images (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      token text not null,
      content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/gif')),
      bytes bytea not null,
      size integer not null,
      width integer not null,
      height integer not null,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)
    this.addSql(`alter table images alter column bytes set storage external`)
    this.addSql(`create unique index images_token on images (token)`)
    this.addSql(`alter table images enable row level security`)
    this.addSql(`alter table images force row level security`)
    const rule = `tenant_id::text = ${scope} or ${scope} = '*'`
    this.addSql(`create policy tenant_scope on images using (${rule}) with check (${rule})`)
  }
}
