import { Migration } from '@mikro-orm/migrations'

/** What a campaign asks for and what a workspace has can change, and a campaign can be deleted: what held of mails that were sent is kept. */
export class WhatWasSentMigration extends Migration {
  override up(): void {
    // A role that cannot bypass row-level security sees the rows of all workspaces by this alone.
    this.addSql(`select set_config('app.tenant', '*', true)`)
    this.addSql(`alter table campaigns add column opens_tracked boolean, add column clicks_tracked boolean`)
    // Of mails sent before nobody wrote down what held; where people opened or clicked them, they were tracked.
    const held = (what: string, count: string) =>
      `${what} and (coalesce((t.features ->> 'tracking')::boolean, true) or ${count} > 0)`
    this.addSql(`update campaigns c set opens_tracked = ${held('track_opens', 'opened_count')},
      clicks_tracked = ${held('track_clicks', 'clicked_count')}
      from tenants t where t.id = c.tenant_id and c.sent_count + c.failed_count > 0`)

    this.addSql(`alter table tenants add column has_sent boolean not null default false`)
    this.addSql(`update tenants set has_sent = true where id in (select tenant_id from earlier_departures)`)
  }
}
