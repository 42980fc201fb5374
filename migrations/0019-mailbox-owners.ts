import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const rule = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Mailboxes belong to whoever connected them and are shared on purpose; signing in with Microsoft or Google is separate from them.
 *
 * Existing mailboxes stay with the person who connected them and are shared with nobody: until now every colleague could send from them,
 * which nobody had decided. Campaigns that are under way or scheduled go on from the mailboxes they have.
 *
 * Existing mailboxes become a sign-in method only where the person has no password, which is so for people who signed up with Microsoft
 * or Google: their first mailbox is the one they signed up with, and without it they could not come back. Nobody chose to sign in by any
 * other mailbox, so none of those becomes one. The tenant of a Microsoft account was not stored, so such a method is keyed by `*` in its
 * place and takes on the tenant of the first sign-in. A mailbox that was stored under its address instead of a lasting id becomes none.
 */
export class MailboxOwnersMigration extends Migration {
  override up(): void {
    // A role that cannot bypass row-level security sees the rows of all workspaces by this alone.
    this.addSql(`select set_config('app.tenant', '*', true)`)
    this.addSql(`alter table mail_accounts add column shared_with_all boolean not null default false`)
    this.addSql(`create table mailbox_shares (
      tenant_id uuid not null,
      mail_account_id uuid not null,
      user_id uuid not null,
      shared_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, mail_account_id, user_id),
      foreign key (tenant_id, mail_account_id) references mail_accounts (tenant_id, id) on delete cascade,
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index mailbox_shares_user on mailbox_shares (tenant_id, user_id)`)
    this.addSql(`alter table campaign_mailboxes add column chosen_by uuid`)

    this.addSql(`create table identities (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      provider text not null check (provider in ('microsoft', 'google')),
      issuer_key text not null,
      label text not null,
      added_at timestamptz not null,
      last_used_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create unique index identities_key on identities (provider, issuer_key)`)
    this.addSql(`create index identities_user on identities (tenant_id, user_id)`)
    this.addSql(`insert into identities (tenant_id, id, user_id, provider, issuer_key, label, added_at)
      select distinct on (provider, issuer_key) tenant_id, gen_random_uuid(), user_id, provider, issuer_key, email, created_at from (
        select distinct on (m.tenant_id, m.user_id) m.tenant_id, m.user_id, m.provider, m.email, m.created_at,
          case m.provider when 'microsoft' then '*/' || lower(m.subject) else m.subject end as issuer_key
        from mail_accounts m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.password_hash is null
        where m.subject ~* case m.provider when 'microsoft' then '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' else '^[0-9]{5,}$' end
        order by m.tenant_id, m.user_id, m.created_at, m.id) as signed_up
      order by provider, issuer_key, created_at`)

    for (const table of ['mailbox_shares', 'identities']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
