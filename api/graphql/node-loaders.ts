import type DataLoader from 'dataloader'
import type { ApiKey } from '../accounts/api-key.ts'
import { apiKeysOf } from '../accounts/api-keys.ts'
import type { ServiceAccount } from '../accounts/service-account.ts'
import { serviceAccountsOf } from '../accounts/service-accounts.ts'
import type { User } from '../accounts/user.ts'
import type { Segment } from '../audiences/segment.ts'
import { segmentsOf } from '../audiences/segments.ts'
import type { Suppression } from '../audiences/suppression.ts'
import { suppressionsOf } from '../audiences/suppressions.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { campaignsOf } from '../campaigns/campaigns.ts'
import type { EmailLog } from '../campaigns/email-log.ts'
import { emailLogsOf } from '../campaigns/email-logs.ts'
import type { Contact } from '../contacts/contact.ts'
import type { ImportView } from '../contacts/contact-import.ts'
import { contactsOf } from '../contacts/contacts.ts'
import { importsOf } from '../contacts/import.ts'
import type { Call } from '../context.ts'
import { imagesOf, type ImageView } from '../images/images.ts'
import { mailAccountsOf, visibleMailAccountsOf, type MailAccountView } from '../mail-accounts/mail-accounts.ts'
import { usersOf } from '../mail-accounts/shares.ts'
import type { Task } from '../tasks/task.ts'
import { tasksOf } from '../tasks/tasks.ts'
import type { SavedBlock } from '../templates/saved-block.ts'
import { repliesOf } from '../replies/replies.ts'
import type { Reply } from '../replies/reply.ts'
import { savedBlocksOf } from '../templates/saved-blocks.ts'
import type { TemplateView } from '../templates/template.ts'
import { templatesOf } from '../templates/templates.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { tenantsOf } from '../tenants/tenants.ts'
import { batched, batchedForAll } from './batched.ts'

type ById<Row> = DataLoader<string, Row | null>

/** Objects by id; null for each that does not exist or is not the caller's. */
export interface NodeLoaders {
  apiKeys: ById<ApiKey>
  campaigns: ById<Campaign>
  contactImports: ById<ImportView>
  contacts: ById<Contact>
  emailLogs: ById<EmailLog>
  images: ById<ImageView>
  /** also those the caller may not send from: a campaign shows its mailbox */
  mailAccounts: ById<MailAccountView>
  replies: ById<Reply>
  savedBlocks: ById<SavedBlock>
  segments: ById<Segment>
  serviceAccounts: ById<ServiceAccount>
  suppressions: ById<Suppression>
  tasks: ById<Task>
  templates: ById<TemplateView>
  tenants: ById<Tenant>
  users: ById<User>
  visibleMailAccounts: ById<MailAccountView>
}

const nothing = () => null

export function createNodeLoaders(call: Call): NodeLoaders {
  return {
    apiKeys: batched(call, apiKeysOf, nothing),
    campaigns: batched(call, campaignsOf, nothing),
    contactImports: batchedForAll(call, importsOf, nothing),
    contacts: batchedForAll(call, contactsOf, nothing),
    emailLogs: batchedForAll(call, emailLogsOf, nothing),
    images: batchedForAll(call, imagesOf, nothing),
    mailAccounts: batched(call, mailAccountsOf, nothing),
    replies: batchedForAll(call, repliesOf, nothing),
    savedBlocks: batchedForAll(call, savedBlocksOf, nothing),
    segments: batchedForAll(call, segmentsOf, nothing),
    serviceAccounts: batched(call, serviceAccountsOf, nothing),
    suppressions: batchedForAll(call, suppressionsOf, nothing),
    tasks: batchedForAll(call, tasksOf, nothing),
    templates: batchedForAll(call, templatesOf, nothing),
    tenants: batched(call, tenantsOf, nothing),
    users: batched(call, usersOf, nothing),
    visibleMailAccounts: batched(call, visibleMailAccountsOf, nothing),
  }
}
