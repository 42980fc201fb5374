import { FirstMigration } from './0001-first.ts'
import { ApiKeysMigration } from './0002-api-keys.ts'
import { ImagesMigration } from './0003-images.ts'
import { AudiencesMigration } from './0004-audiences.ts'
import { SendingMigration } from './0005-sending.ts'
import { TasksMigration } from './0006-tasks.ts'
import { BuilderMigration } from './0007-builder.ts'
import { TestMailsMigration } from './0008-test-mails.ts'
import { CampaignFiguresMigration } from './0009-campaign-figures.ts'
import { TenantRuleMigration } from './0010-tenant-rule.ts'
import { EarlierDeparturesMigration } from './0011-earlier-departures.ts'
import { WhatWasSentMigration } from './0012-what-was-sent.ts'
import { CancelledMigration } from './0013-cancelled.ts'
import { FailuresMigration } from './0014-failures.ts'
import { DeliveryMigration } from './0015-delivery.ts'
import { OutagesMigration } from './0016-outages.ts'
import { InstallationMigration } from './0017-installation.ts'
import { AccountsMigration } from './0018-accounts.ts'
import { MailboxOwnersMigration } from './0019-mailbox-owners.ts'
import { LinkKeysMigration } from './0020-link-keys.ts'
import { UncertainEmailsMigration } from './0022-uncertain-emails.ts'
import { FailureCodesMigration } from './0023-failure-codes.ts'

/** Every migration in order; names are kept in the database and never change. */
export const migrations = [
  { name: '0001-first', class: FirstMigration },
  { name: '0002-api-keys', class: ApiKeysMigration },
  { name: '0003-images', class: ImagesMigration },
  { name: '0004-audiences', class: AudiencesMigration },
  { name: '0005-sending', class: SendingMigration },
  { name: '0006-tasks', class: TasksMigration },
  { name: '0007-builder', class: BuilderMigration },
  { name: '0008-test-mails', class: TestMailsMigration },
  { name: '0009-campaign-figures', class: CampaignFiguresMigration },
  { name: '0010-tenant-rule', class: TenantRuleMigration },
  { name: '0011-earlier-departures', class: EarlierDeparturesMigration },
  { name: '0012-what-was-sent', class: WhatWasSentMigration },
  { name: '0013-cancelled', class: CancelledMigration },
  { name: '0014-failures', class: FailuresMigration },
  { name: '0015-delivery', class: DeliveryMigration },
  { name: '0016-outages', class: OutagesMigration },
  { name: '0017-installation', class: InstallationMigration },
  { name: '0018-accounts', class: AccountsMigration },
  { name: '0019-mailbox-owners', class: MailboxOwnersMigration },
  { name: '0020-link-keys', class: LinkKeysMigration },
  { name: '0022-uncertain-emails', class: UncertainEmailsMigration },
  { name: '0023-failure-codes', class: FailureCodesMigration },
]
