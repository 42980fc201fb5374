import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`

/**
 * The tenant rule of the tables that sending writes to mail by mail: as cheap to plan as the first, and of `coalesce` the planner believes
 * that it lets half of the rows through, in place of one in a hundred. So it joins recipients of a large campaign by hashing them once,
 * where it looked each up. (The rule of 0006 is right about all rows, but costs a plan a tenth of a millisecond.)
 */
const rule = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

export class TenantRuleMigration extends Migration {
  override up(): void {
    for (const table of ['campaigns', 'email_logs', 'tracked_links', 'email_events']) {
      this.addSql(`alter policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
