import { Migration } from '@mikro-orm/migrations'

/** Deleted contacts keep their id in another system; tests and resends of webhooks are found among many waiting events. */
export class DeletedExternalIdsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table deleted_contacts add column external_id text`)
    this.addSql(`create index webhook_deliveries_by_hand on webhook_deliveries (tenant_id, webhook_id, due_at)
      where status = 'pending' and attempts = 0 and (event = 'webhook_test' or started_at > occurred_at)`)
  }
}
