import { Migration } from '@mikro-orm/migrations'

/**
 * Citus does not make a trigger on the shards if `truncate` is among its events, so emptying the activity log has a
 * trigger of its own.
 */
export class AuditTriggersMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`set local citus.enable_unsafe_triggers = on`)
    this.addSql(`drop trigger if exists audit_events_append_only on audit_events`)
    this.addSql(`create trigger audit_events_append_only before update or delete on audit_events
      for each statement execute function refuse_audit_change()`)
    this.addSql(`create trigger audit_events_never_emptied before truncate on audit_events
      for each statement execute function refuse_audit_change()`)
  }
}
