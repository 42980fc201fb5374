import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const rule = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Tracking by consent (decision 0034): a level for each workspace and campaign, counts that name nobody, and addresses
 * that are not tracked. Campaigns launched before were tracked for each recipient.
 */
export class TrackingLevelsMigration extends Migration {
  override up(): void {
    const levels = `check (tracking in ('off', 'counts', 'recipient'))`
    this.addSql(`alter table email_settings add column tracking text not null default 'recipient' ${levels}`)
    this.addSql(`alter table campaigns add column tracking text ${levels}`)
    this.addSql(`update campaigns set tracking = 'recipient' where status <> 'draft'`)
    this.addSql(`alter table email_logs add column untracked boolean not null default false`)
    this.addSql(`create index email_logs_person on email_logs (tenant_id, email_key)`)
    this.addSql(`create index email_logs_untracked on email_logs (tenant_id, campaign_id) where untracked`)

    this.addSql(`create table tracking_counts (
      tenant_id uuid not null,
      campaign_id uuid not null,
      variant text not null check (variant in ('', 'A', 'B')),
      position integer not null,
      people integer not null default 0,
      machines integer not null default 0,
      primary key (tenant_id, campaign_id, variant, position),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create table tracking_exclusions (
      tenant_id uuid not null references tenants (id) on delete cascade,
      email_key text not null,
      by_recipient boolean not null,
      created_at timestamptz not null,
      primary key (tenant_id, email_key)
    )`)
    for (const table of ['tracking_counts', 'tracking_exclusions']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
