import { Migration } from '@mikro-orm/migrations'

/** A/B tests whose winner is sent to the rest: the rule, when it is decided, and the decision with its figures. */
export class AbWinnerMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column ab_test_share integer, add column ab_winner_metric text,
      add column ab_wait_hours integer, add column ab_decides_at timestamptz, add column ab_decision jsonb`)
  }
}
