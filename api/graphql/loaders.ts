import DataLoader from 'dataloader'
import { reputationOf, type Reputation } from '#domain/mail-accounts.ts'
import { suppressedOf } from '../audiences/suppressions.ts'
import { tagsOf } from '../audiences/tags.ts'
import type { Attachment } from '../campaigns/attachment.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { attachmentsOf, campaignsOf, recipientCountsOf, selectedContactsOf } from '../campaigns/campaigns.ts'
import type { ImportView } from '../contacts/contact-import.ts'
import { importsOf } from '../contacts/import.ts'
import type { Call } from '../context.ts'
import { imageUsesOf, NO_USES, type ImageUses } from '../images/image-uses.ts'
import { mailboxesOf } from '../campaigns/delivery/mailboxes.ts'
import { stoppedCountsOf } from '../campaigns/delivery/resume-stopped.ts'
import {
  AT_REST,
  mailboxWaitsOf,
  sendingStatesOf,
  type SendingState,
  type Wait,
} from '../campaigns/delivery/sending-states.ts'
import {
  connectedProvidersOf,
  mailAccountsOf,
  reputationsOf,
  type MailAccountView,
} from '../mail-accounts/mail-accounts.ts'
import type { Provider } from '../mail-accounts/mail-account.ts'
import { sharesOf, usersOf, type MailboxShareView } from '../mail-accounts/shares.ts'
import type { User } from '../accounts/user.ts'
import { tenantOutcomesOf, type TenantOutcomes } from '../tenants/outcomes.ts'
import type { TemplateContent } from '../templates/template.ts'
import { templateContentsOf } from '../templates/template-contents.ts'
import { userNamesOf } from '../tasks/tasks.ts'
import { batchedLoad } from './together.ts'
import { NO_RESULTS, variantResultsOf, type VariantResults } from '../tracking/ab-results.ts'
import { NOTHING_COUNTED, trackingCountsOf, type CampaignCounts } from '../tracking/counts.ts'
import { untrackedOf, untrackedSentOf } from '../tracking/exclusions.ts'
import { eventsOf, machineOpensOf, type RecipientEvent } from '../tracking/analytics.ts'

/** DataLoaders: batch, within one request, what a list would query row by row. */
export interface Loaders {
  connectedProviders: DataLoader<string, Provider[]>
  campaigns: DataLoader<string, Campaign | null>
  selectedContacts: DataLoader<string, string[]>
  contactTags: DataLoader<string, string[]>
  untracked: DataLoader<string, boolean>
  untrackedSent: DataLoader<string, number>
  trackingCounts: DataLoader<string, CampaignCounts>
  suppressed: DataLoader<string, boolean>
  /** by the image's token */
  imageUses: DataLoader<string, ImageUses>
  recipientCounts: DataLoader<string, number>
  campaignMailboxes: DataLoader<string, string[]>
  sendingStates: DataLoader<string, SendingState>
  mailboxWaits: DataLoader<string, Wait | null>
  stoppedCounts: DataLoader<string, number>
  attachments: DataLoader<string, Omit<Attachment, 'content'>[]>
  mailAccounts: DataLoader<string, MailAccountView | null>
  reputations: DataLoader<string, { reputation: Reputation; reason: string }>
  templateContents: DataLoader<string, TemplateContent>
  /** for the super admin */
  tenantOutcomes: DataLoader<string, TenantOutcomes[]>
  mailboxShares: DataLoader<string, MailboxShareView[]>
  users: DataLoader<string, User | null>
  userNames: DataLoader<string, string | null>
  contactImports: DataLoader<string, ImportView | null>
  machineOpens: DataLoader<string, number>
  variantResults: DataLoader<string, VariantResults>
  recipientEvents: DataLoader<string, RecipientEvent[]>
}

const NOTHING_SENT = { sent: 0, bounced: 0, refused: 0, unsubscribed: 0, complained: 0 }

export function createLoaders(call: Call): Loaders {
  /** Batches without caching: in a long subscription the values change. */
  const gather = <Value>(
    load: (call: Call, ids: readonly string[]) => Promise<Map<string, Value>>,
    none: () => Value,
    perPerson = true,
  ) =>
    new DataLoader<string, Value>(
      async (ids) => {
        const found = await batchedLoad(call, load, ids, { perPerson })
        return ids.map((id) => found.get(id) ?? none())
      },
      { cache: false },
    )
  /** The same for data that everyone in a workspace sees alike. */
  const gatherForAll = <Value>(
    load: (call: Call, ids: readonly string[]) => Promise<Map<string, Value>>,
    none: () => Value,
  ) => gather(load, none, false)
  return {
    connectedProviders: gather<Provider[]>(connectedProvidersOf, () => []),
    campaigns: gather<Campaign | null>(campaignsOf, () => null),
    selectedContacts: gatherForAll<string[]>(selectedContactsOf, () => []),
    contactTags: gatherForAll<string[]>(tagsOf, () => []),
    untracked: gatherForAll<boolean>(untrackedOf, () => false),
    untrackedSent: gatherForAll<number>(untrackedSentOf, () => 0),
    trackingCounts: gatherForAll<CampaignCounts>(trackingCountsOf, () => NOTHING_COUNTED),
    suppressed: gatherForAll<boolean>(suppressedOf, () => false),
    imageUses: gatherForAll<ImageUses>(imageUsesOf, () => NO_USES),
    recipientCounts: gatherForAll<number>(recipientCountsOf, () => 0),
    campaignMailboxes: gather<string[]>(mailboxesOf, () => []),
    sendingStates: gatherForAll<SendingState>(sendingStatesOf, () => AT_REST),
    mailboxWaits: gatherForAll<Wait | null>(mailboxWaitsOf, () => null),
    stoppedCounts: gather<number>(stoppedCountsOf, () => 0),
    attachments: gatherForAll<Omit<Attachment, 'content'>[]>(attachmentsOf, () => []),
    mailAccounts: gather<MailAccountView | null>(mailAccountsOf, () => null),
    reputations: gather<{ reputation: Reputation; reason: string }>(reputationsOf, () => reputationOf(NOTHING_SENT)),
    templateContents: gatherForAll<TemplateContent>(templateContentsOf, () => ({ content: '', htmlTemplate: null })),
    tenantOutcomes: gather<TenantOutcomes[]>(tenantOutcomesOf, () => []),
    mailboxShares: gather<MailboxShareView[]>(sharesOf, () => []),
    users: gather<User | null>(usersOf, () => null),
    userNames: gatherForAll<string | null>(userNamesOf, () => null),
    contactImports: gatherForAll<ImportView | null>(importsOf, () => null),
    machineOpens: gatherForAll<number>(machineOpensOf, () => 0),
    variantResults: gatherForAll<VariantResults>(variantResultsOf, () => NO_RESULTS),
    recipientEvents: gatherForAll<RecipientEvent[]>(eventsOf, () => []),
  }
}
