/** Tables that belong to no workspace. */
export const INSTALLATION = [
  // Where the database last was, so that a restored or copied one is noticed.
  `create table installation (
    single boolean primary key default true check (single),
    id uuid not null default gen_random_uuid(),
    incarnation integer not null default 1,
    beats bigint not null default 0,
    beat_at timestamptz,
    system_identifier text,
    timeline bigint,
    database_oid bigint,
    restored_at timestamptz,
    restored_because text
  )`,
  `insert into installation default values`,
  // Keys of links in emails, sealed with SECRET_KEY; they stay when SECRET_KEY changes, so that links already sent
  // keep working.
  `create table link_keys (
    id uuid primary key,
    purpose text not null check (purpose in ('tracking', 'unsubscribe', 'before')),
    sealed bytea not null,
    created_at timestamptz not null default now()
  )`,
]
