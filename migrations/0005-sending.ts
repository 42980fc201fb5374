import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/**
 * What the sending engine, tracking and returned mail stand on: several mailboxes a campaign, send windows, schedules and forecasts,
 * the variant and the fate of each mail, tracked links and raw events, and how far each inbox was read.
 */
export class SendingMigration extends Migration {
  override up(): void {
    this.addSql(`create table campaign_mailboxes (
      tenant_id uuid not null,
      campaign_id uuid not null,
      mail_account_id uuid not null,
      position integer not null,
      status_reason text,
      resumes_at timestamptz,
      finishes_at timestamptz,
      primary key (tenant_id, campaign_id, mail_account_id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade,
      foreign key (tenant_id, mail_account_id) references mail_accounts (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index campaign_mailboxes_account on campaign_mailboxes (tenant_id, mail_account_id)`)
    this.addSql(`insert into campaign_mailboxes (tenant_id, campaign_id, mail_account_id, position, status_reason, resumes_at)
      select c.tenant_id, c.id, c.mail_account_id, 0, c.status_reason, c.resumes_at from campaigns c
      join mail_accounts m on m.tenant_id = c.tenant_id and m.id = c.mail_account_id`)
    this.addSql(`drop index campaigns_sending`)
    this.addSql(`create index campaigns_sending on campaigns (tenant_id, id) where status = 'sending'`)
    this.addSql(`alter table campaigns
      drop column mail_account_id,
      add column scheduled_at timestamptz,
      add column finishes_at timestamptz,
      add column canary_passed boolean not null default false,
      add column track_opens boolean not null default true,
      add column track_clicks boolean not null default true,
      add column bounced_count integer not null default 0,
      add column replied_count integer not null default 0,
      add column unsubscribed_count integer not null default 0`)

    this.addSql(`alter table email_logs
      add column variant text check (variant in ('A', 'B')),
      add column internet_message_id text,
      add column thread_id text,
      add column opened_at timestamptz,
      add column machine_opened_at timestamptz,
      add column clicked_at timestamptz,
      add column bounced_at timestamptz,
      add column replied_at timestamptz,
      add column unsubscribed_at timestamptz`)
    this.addSql(
      `create index email_logs_workspace on email_logs (tenant_id, attempted_at) where attempted_at is not null`,
    )
    this.addSql(`create index email_logs_undelivered on email_logs (tenant_id, sent_at) where status = 'sent'`)
    this.addSql(`alter table email_logs
      add column email_key text not null generated always as (lower(contact_email)) stored`)
    this.addSql(`create index email_logs_address on email_logs (tenant_id, mail_account_id, email_key, sent_at)
      where sent_at is not null`)

    this.addSql(`create table tracked_links (
      tenant_id uuid not null,
      campaign_id uuid not null,
      id uuid not null,
      position integer not null,
      url text not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create unique index tracked_links_campaign on tracked_links (tenant_id, campaign_id, position)`)

    this.addSql(`create table email_events (
      tenant_id uuid not null,
      id uuid not null,
      campaign_id uuid not null,
      log_id uuid not null,
      kind text not null check (kind in ('open', 'click', 'unsubscribe', 'bounce', 'reply')),
      link_id uuid,
      machine boolean not null default false,
      detail text,
      occurred_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, log_id) references email_logs (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index email_events_campaign on email_events (tenant_id, campaign_id, kind, occurred_at)`)
    this.addSql(`create index email_events_log on email_events (tenant_id, log_id, occurred_at)`)

    this.addSql(`alter table mail_accounts
      add column inbox_cursor text,
      add column inbox_read_at timestamptz,
      add column inbox_error text`)
    this.addSql(`create index mail_accounts_subject on mail_accounts (provider, subject)`)
    this.addSql(
      `create index email_logs_thread on email_logs (tenant_id, mail_account_id, thread_id) where thread_id is not null`,
    )
    this.addSql(`create index email_logs_left_drafts on email_logs (tenant_id, mail_account_id)
      where draft_id is not null and status = 'failed' and sent_at is null`)

    this.addSql(`alter table email_settings
      add column send_window jsonb,
      add column canary_percent integer not null default 20`)

    const rule = `tenant_id::text = ${scope} or ${scope} = '*'`
    for (const table of ['campaign_mailboxes', 'tracked_links', 'email_events']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
