/** Contacts, their tags and imports, segments and addresses that get no email. */
export const CONTACTS = [
  // `written_by_import`: the last import that changed the contact. `external_id`: its id in another system.
  `create table contacts (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    import_id uuid,
    first_name text not null,
    last_name text not null,
    email text not null,
    email_key text not null generated always as (lower(email)) stored,
    search_text text not null generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored,
    serial_number integer,
    fields jsonb not null default '{}',
    created_at timestamptz not null default now(),
    written_by_import uuid,
    external_id text,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, id)
  )`,
  `create unique index contacts_email on contacts (tenant_id, email_key)`,
  `create unique index contacts_external_id on contacts (tenant_id, external_id) where external_id is not null`,
  `create index contacts_import on contacts (tenant_id, import_id, id) where import_id is not null`,
  `create index contacts_updated on contacts (tenant_id, updated_at)`,
  // Rows and not an array: under row-level security an index serves only leakproof operators, and `@>` is none.
  `create table contact_tags (
    tenant_id uuid not null,
    contact_id uuid not null,
    tag text not null,
    tag_key text not null generated always as (lower(tag)) stored,
    added_at timestamptz default now(),
    primary key (tenant_id, contact_id, tag_key),
    foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
  )`,
  `create index contact_tags_added on contact_tags (tenant_id, added_at)`,
  `create index contact_tags_tag on contact_tags (tenant_id, tag_key, contact_id)`,
  // The number of contacts of a workspace, as changes that add up to it (see `count_contacts`).
  `create table contact_counts (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    change bigint not null,
    primary key (tenant_id, id)
  )`,
  // Tells programs that keep contacts in step which ones are gone.
  `create table deleted_contacts (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    deleted_at timestamptz not null default now(),
    external_id text,
    primary key (tenant_id, id)
  )`,
  `create index deleted_contacts_age on deleted_contacts (tenant_id, deleted_at)`,
  // A sheet whose rows are kept for emails, one per row or one per person. `position`: the row's number in the sheet.
  `create table sheets (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    user_id uuid not null,
    import_id uuid,
    name text not null,
    columns text[] not null,
    row_count integer not null default 0,
    person_count integer not null default 0,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
  )`,
  `create table sheet_rows (
    tenant_id uuid not null,
    sheet_id uuid not null,
    position integer not null,
    contact_id uuid not null,
    cells jsonb not null,
    primary key (tenant_id, sheet_id, position, contact_id),
    foreign key (tenant_id, sheet_id) references sheets (tenant_id, id) on delete cascade,
    foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
  )`,
  `create index sheet_rows_contact on sheet_rows (tenant_id, contact_id)`,
  `create index sheet_rows_person on sheet_rows (tenant_id, sheet_id, contact_id, position)`,
  // Where a sheet comes from that is read again and again. `columns`: what it must still have. `written_columns`: the titles of
  // the status columns that we made there. `retry_at`: it is not read before.
  `create table sheet_sources (
    tenant_id uuid not null,
    sheet_id uuid not null,
    user_id uuid not null,
    kind text not null check (kind in ('csv', 'google', 'microsoft')),
    grant_id uuid,
    sealed_place bytea not null,
    host text not null,
    key_column text,
    group_by text,
    columns text[] not null default '{}',
    etag text,
    digest bytea,
    state text not null,
    problem text,
    rejected_rows integer not null default 0,
    read_at timestamptz,
    changed_at timestamptz,
    tried_at timestamptz,
    retry_at timestamptz,
    writes boolean not null default false,
    written_titles text[] not null default '{}',
    written_at timestamptz,
    write_due_at timestamptz,
    write_problem text,
    created_at timestamptz not null,
    primary key (tenant_id, sheet_id),
    foreign key (tenant_id, sheet_id) references sheets (tenant_id, id) on delete cascade
  )`,
  `create index sheet_sources_writing on sheet_sources (write_due_at) where writes`,
  // How the rows of such a sheet are recognized. `position`: that in sheet_rows, for good. `line`: where the row was at the last
  // reading; null once it is gone. `written`: texts by column that are ours if its cell holds one of them. `conflicts`: columns whose
  // cell somebody else filled.
  `create table sheet_source_rows (
    tenant_id uuid not null,
    sheet_id uuid not null,
    position integer not null,
    line integer,
    key_hash bytea not null,
    address_hash bytea not null,
    content_hash bytea not null,
    rest_hash bytea,
    written jsonb not null default '{}',
    conflicts text[] not null default '{}',
    primary key (tenant_id, sheet_id, position),
    foreign key (tenant_id, sheet_id) references sheet_sources (tenant_id, sheet_id) on delete cascade
  )`,
  // `rejected_rows`: why rows were not imported. `undone`: what undoing the import did.
  `create table contact_imports (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    user_id uuid not null,
    file_name text not null,
    added integer not null,
    ignored integer not null,
    rejected integer not null,
    skipped integer not null,
    rejected_rows jsonb not null default '[]',
    created_at timestamptz not null default now(),
    changed integer not null default 0,
    tagged integer not null default 0,
    undone jsonb,
    field_names text[],
    sheet_columns jsonb,
    primary key (tenant_id, id)
  )`,
  // The contacts of an imported sheet in the order of its rows, those that existed before too.
  `create table import_batches (
    tenant_id uuid not null,
    import_id uuid not null,
    place integer not null,
    contact_ids uuid[] not null,
    primary key (tenant_id, import_id, place),
    foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
  )`,
  // What an import changed in a contact, so that it can be undone.
  `create table import_changes (
    tenant_id uuid not null,
    import_id uuid not null,
    contact_id uuid not null,
    before jsonb,
    tags text[] not null default '{}',
    primary key (tenant_id, import_id, contact_id),
    foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
    foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
  )`,
  `create index import_changes_contact on import_changes (tenant_id, contact_id)`,
  // Uploaded spreadsheets until they are imported.
  `create table import_files (
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
  )`,
  `alter table import_files alter column content set storage external`,
  `create index import_files_expiry on import_files (expires_at)`,
  `create table segments (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    name text not null,
    filter jsonb not null,
    created_by uuid not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
  )`,
  `create unique index segments_name on segments (tenant_id, lower(name))`,
  `create table suppressions (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    email text not null,
    email_key text not null generated always as (lower(email)) stored,
    reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'manual')),
    note text not null default '',
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
  )`,
  `create index suppressions_complaints on suppressions (tenant_id, created_at) where reason = 'complained'`,
  `create unique index suppressions_email on suppressions (tenant_id, email_key)`,
  // Addresses that are not tracked.
  `create table tracking_exclusions (
    tenant_id uuid not null references tenants (id) on delete cascade,
    email_key text not null,
    by_recipient boolean not null,
    created_at timestamptz not null,
    primary key (tenant_id, email_key)
  )`,
  // What recipients chose beside unsubscribing.
  `create table preferences (
    tenant_id uuid not null references tenants (id) on delete cascade,
    email_key text not null,
    left_topics uuid[] not null default '{}',
    is_monthly boolean not null default false,
    paused_until timestamptz,
    changed_at timestamptz not null,
    primary key (tenant_id, email_key)
  )`,
  // Where the server has pg_trgm, an index serves searches; elsewhere they read the contacts of the workspace.
  `do $$ begin
    create index contacts_search on contacts using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
  exception when undefined_object then null; end $$`,
  // Each statement folds the rows of contact_counts that no other transaction holds into a new one, so that none
  // waits and few rows remain.
  `create function count_contacts() returns trigger language plpgsql as $$
      declare
        part record;
        folded bigint;
      begin
        for part in
          select tenant_id, case tg_op when 'INSERT' then count(*) else -count(*) end as change from changed group by tenant_id
        loop
          -- The workspace may be gone: its contacts then go because of it.
          if not exists (select from public.tenants where id = part.tenant_id) then continue; end if;
          with free as (select id from public.contact_counts where tenant_id = part.tenant_id for update skip locked),
            gone as (delete from public.contact_counts c using free where c.tenant_id = part.tenant_id and c.id = free.id returning c.change)
            select coalesce(sum(change), 0) into folded from gone;
          insert into public.contact_counts (tenant_id, id, change) values (part.tenant_id, gen_random_uuid(), folded + part.change);
        end loop;
        return null;
      end $$`,
  `create trigger contacts_added after insert on contacts referencing new table as changed
    for each statement execute function count_contacts()`,
  `create trigger contacts_removed after delete on contacts referencing old table as changed
    for each statement execute function count_contacts()`,
  // Sees all open transactions, which the role of operations cannot.
  `create function contact_sync_point() returns timestamptz language sql volatile security definer
    set search_path = pg_catalog as $$
        select least(now(), min(xact_start)) from pg_stat_activity where datname = current_database()
      $$`,
]
