import type DataLoader from 'dataloader'
import type { ApiKey } from '#api/accounts/api-key.ts'
import { apiKeysOf } from '#api/accounts/api-keys.ts'
import type { ServiceAccount } from '#api/accounts/service-account.ts'
import { serviceAccountsOf } from '#api/accounts/service-accounts.ts'
import type { User } from '#api/accounts/user.ts'
import type { Segment } from '#api/audiences/segment.ts'
import { segmentsOf } from '#api/audiences/segments.ts'
import type { Suppression } from '#api/audiences/suppression.ts'
import { suppressionsOf } from '#api/audiences/suppressions.ts'
import type { Campaign } from '#api/campaigns/campaign.ts'
import { campaignsOf } from '#api/campaigns/campaigns.ts'
import type { EmailLog } from '#api/emails/email-log.ts'
import { emailLogsOf } from '#api/emails/email-logs.ts'
import type { Contact } from '#api/contacts/contact.ts'
import type { ImportView } from '#api/contacts/contact-import.ts'
import { contactsOf } from '#api/contacts/contacts.ts'
import { importsOf } from '#api/contacts/contact-import-runs.ts'
import type { Sheet } from '#api/contacts/sheets/sheet.ts'
import { sheetsOf, sheetsOfImports } from '#api/contacts/sheets/sheets.ts'
import type { Call } from '#api/platform/call-context.ts'
import { imagesOf, type ImageView } from '#api/images/images.ts'
import { mailboxesOf, visibleMailboxesOf, type MailboxView } from '#api/mailboxes/mailboxes.ts'
import { usersOf } from '#api/mailboxes/mailbox-shares.ts'
import type { Task } from '#api/tasks/task.ts'
import { tasksOf } from '#api/tasks/tasks.ts'
import type { SavedBlock } from '#api/templates/saved-block.ts'
import { repliesOf } from '#api/inbox/replies/replies.ts'
import type { Reply } from '#api/inbox/replies/reply.ts'
import { savedBlocksOf } from '#api/templates/saved-blocks.ts'
import type { TemplateView } from '#api/templates/template.ts'
import { templatesOf } from '#api/templates/templates.ts'
import type { Tenant } from '#api/tenants/tenant.ts'
import { tenantsOf } from '#api/super-admins/tenants.ts'
import { batched, batchedForAll } from './batch-loaders.ts'

type ById<Row> = DataLoader<string, Row | null>

/** Objects by id; null for each that does not exist or is not the caller's. */
export interface NodeLoaders {
  apiKeys: ById<ApiKey>
  campaigns: ById<Campaign>
  contactImports: ById<ImportView>
  contacts: ById<Contact>
  emailLogs: ById<EmailLog>
  images: ById<ImageView>
  /** mailboxes, including those the caller may not send from: a campaign shows its mailbox */
  mailboxes: ById<MailboxView>
  replies: ById<Reply>
  savedBlocks: ById<SavedBlock>
  segments: ById<Segment>
  serviceAccounts: ById<ServiceAccount>
  sheets: ById<Sheet>
  /** sheets by the id of their import */
  sheetsOfImports: ById<Sheet>
  suppressions: ById<Suppression>
  tasks: ById<Task>
  templates: ById<TemplateView>
  tenants: ById<Tenant>
  users: ById<User>
  visibleMailboxes: ById<MailboxView>
}

const nothing = () => null

export function createNodeLoaders(call: Call): NodeLoaders {
  return {
    apiKeys: batched(call, apiKeysOf, nothing),
    campaigns: batched(call, campaignsOf, nothing),
    contactImports: batchedForAll(call, importsOf, nothing),
    sheets: batchedForAll(call, sheetsOf, nothing),
    sheetsOfImports: batchedForAll(call, sheetsOfImports, nothing),
    contacts: batchedForAll(call, contactsOf, nothing),
    emailLogs: batchedForAll(call, emailLogsOf, nothing),
    images: batchedForAll(call, imagesOf, nothing),
    mailboxes: batched(call, mailboxesOf, nothing),
    replies: batchedForAll(call, repliesOf, nothing),
    savedBlocks: batchedForAll(call, savedBlocksOf, nothing),
    segments: batchedForAll(call, segmentsOf, nothing),
    serviceAccounts: batched(call, serviceAccountsOf, nothing),
    suppressions: batchedForAll(call, suppressionsOf, nothing),
    tasks: batchedForAll(call, tasksOf, nothing),
    templates: batchedForAll(call, templatesOf, nothing),
    tenants: batched(call, tenantsOf, nothing),
    users: batched(call, usersOf, nothing),
    visibleMailboxes: batched(call, visibleMailboxesOf, nothing),
  }
}
