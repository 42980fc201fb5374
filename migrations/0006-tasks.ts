import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`

/**
 * The tenant rule as a plan likes it: each half is worked out once for a query and not for every row, and tenants are compared as the ids
 * they are, so that the planner knows how many rows to expect. With the rule of earlier migrations it expects a hundredth, and joins by
 * going through all of one table for each row of the other.
 */
const rule = `tenant_id = (select case when ${setting} ~ '^[0-9a-f]{8}-' then ${setting}::uuid end)
  or (select coalesce(${setting} = '*', false))`

const newTables = ['tasks', 'import_files', 'import_changes']
const largeTables = ['contacts', 'contact_tags', 'campaign_contacts', 'suppressions']

/** Where PostgreSQL is ours to shape. `textlike` is what LIKE runs; `3` is LIKE among the strategies of pg_trgm. */
const indexedSearch = `
  create extension if not exists pg_trgm;
  create function contact_like(text, text) returns boolean
    language internal immutable strict leakproof parallel safe as 'textlike';
  create operator ~~@ (function = contact_like, leftarg = text, rightarg = text, restrict = likesel, join = likejoinsel);
  create operator class contact_search_ops for type text using gin as
    operator 3 ~~@ (text, text),
    function 1 btint4cmp(integer, integer),
    function 2 gin_extract_value_trgm(text, internal),
    function 3 gin_extract_query_trgm(text, internal, smallint, internal, internal, internal, internal),
    function 4 gin_trgm_consistent(internal, smallint, text, integer, internal, internal, internal, internal),
    function 6 gin_trgm_triconsistent(internal, smallint, text, integer, internal, internal, internal),
    storage integer;
  create index contacts_search on contacts using gin (search_text contact_search_ops) with (gin_pending_list_limit = 16384);`

/** Where it is not: the same operator, which then reads the tenant's rows. */
const plainSearch = `
  create function contact_like(text, text) returns boolean
    language sql immutable strict parallel safe as 'select $1 like $2';
  create operator ~~@ (function = contact_like, leftarg = text, rightarg = text);`

/** Long work with its progress; imports that are looked at first and can be undone; a search that scales. */
export class TasksMigration extends Migration {
  override up(): void {
    this.addSql(`create table tasks (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      kind text not null,
      status text not null check (status in ('running', 'done', 'failed', 'cancelled')),
      done integer not null default 0,
      total integer,
      input jsonb not null,
      import_id uuid,
      message text,
      error text,
      cancel_asked boolean not null default false,
      attempts integer not null default 0,
      created_at timestamptz not null,
      touched_at timestamptz not null,
      finished_at timestamptz,
      primary key (tenant_id, id)
    )`)
    this.addSql(`create index tasks_running on tasks (touched_at) where status = 'running'`)

    this.addSql(`create table import_files (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      file_name text not null,
      content_type text not null,
      content bytea not null,
      sheets jsonb not null,
      task_id uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id)
    )`)
    this.addSql(`alter table import_files alter column content set storage external`)
    this.addSql(`create index import_files_expiry on import_files (expires_at)`)

    this.addSql(`alter table contact_imports
      add column changed integer not null default 0,
      add column tagged integer not null default 0,
      add column undone jsonb`)
    this.addSql(`alter table contacts add column written_by_import uuid`)
    this.addSql(`create index contacts_import on contacts (tenant_id, import_id, id) where import_id is not null`)
    this.addSql(`create table import_changes (
      tenant_id uuid not null,
      import_id uuid not null,
      contact_id uuid not null,
      before jsonb,
      tags text[] not null default '{}',
      primary key (tenant_id, import_id, contact_id),
      foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade,
      foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index import_changes_contact on import_changes (tenant_id, contact_id)`)

    for (const table of newTables) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
    for (const table of largeTables) {
      this.addSql(`alter policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
    this.searchable()
  }

  /**
   * `a ~~@ b` is `a like b` for a search that an index serves. Under row-level security an index serves only operators that are declared
   * leakproof, else rows of others would be looked at before the tenant rule; LIKE is not, because it fails, depending on the text, for a
   * pattern that ends in a bare backslash. A pattern of ours never does, so whether a row matches is all that can be learnt of it. Only a
   * superuser may declare that; where the product's role is none, or pg_trgm is missing, it is LIKE and no more.
   */
  private searchable(): void {
    this.addSql(`do $search$ begin ${indexedSearch}
      exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_function then ${plainSearch}
      end $search$`)
  }
}
