import type { ProviderCeiling } from '../../tenants/plans.ts'
import type { GoogleQuota } from '../google-quota.ts'

/**
 * What a sign-in requests: only who the person is, or a level for a mailbox; `…-shared`: with permission to send from
 * shared mailboxes as well, which only the person who wants it is asked for.
 */
export const CONSENT_ASKS = ['identity', 'send', 'full', 'send-shared', 'full-shared'] as const
export type ConsentAsk = (typeof CONSENT_ASKS)[number]

/** Which recipients (To, CC and BCC) a limit counts: all, those outside the sender's domain, or each of those once. */
export type CountedRecipients = 'recipients' | 'external' | 'different'

/** One reason for which a provider or an organization refuses, in words. */
export interface RefusalRow {
  title: string
  meaning: string
  /** what an administrator can do: consent through a link, or follow the instruction; null if they cannot help */
  admin: 'consent' | { todo: string } | null
}

/** What screens and the server know about a provider: its names, and what it can do. One entry of `PROVIDERS`. */
export interface ProviderFacts {
  /** the company, as people who sign in there know it */
  name: string
  /** its mailboxes in sentences, such as "Gmail is not configured" */
  product: string
  /** its mailboxes on buttons, such as "Connect Google Gmail" */
  label: string
  /** what an organization buys from it */
  organizationProduct: string
  /** where people read their email in a browser */
  webMail: string
  /** the icon in a square of 16 units, in the color of the text */
  mark: { path: string; isOutline: boolean }
  /** scopes, in lower case, with which an inbox can be read with its reports */
  readingScopes: readonly string[]
  /** scopes, in lower case, with which drafts can be created; empty if the provider has no drafts */
  draftScopes: readonly string[]
  /** the scope, in lower case, with which a mailbox sends from shared mailboxes; null if the provider has none */
  sharedScope: string | null
  /** the least level at which the provider shows a mailbox's other addresses */
  aliasLevel: 'send' | 'full'
  /** where the other addresses of a mailbox come from */
  aliasHelp: (email: string) => string
  /** the notice after a mailbox was connected (product: screens.auth-notice) */
  connected: { title: string; description: string }
  /** whether the sidebar offers to connect a mailbox anew, although it works */
  hasRefreshLink: boolean
  /** whether an organization must allow its people to send from aliases */
  mustAllowAliases: boolean
  /** whether only a mailbox with drafts can send files beyond the size of one request */
  uploadsNeedDrafts: boolean
  /** whether programs need the workspace's permission to read replies */
  programsNeedPermission: boolean
  /** whether a sign-in counts as fresh although the provider does not tell when it was */
  mayOmitFreshness: boolean
  /** what the person who runs the installation does when the provider refuses its registration */
  renewal: string
}

/** What only the server knows about a provider: limits, DNS, permissions. One entry of `PROVIDER_RULES`. */
export interface ProviderRules {
  /** the scopes of each request, as few as possible */
  consentScopes: Record<ConsentAsk, readonly string[]>
  /** what each scope allows, in words for an administrator */
  scopeWords: Record<string, string>
  /** finds the codes of refusals in the provider's words, as its first group */
  refusalCodes: RegExp
  /** why sign-ins are refused, by code */
  refusals: Record<string, RefusalRow>
  /** null: each host has records of its own, see {@link ProviderRules.hostDns} */
  dns: ProviderDns | null
  /** the records of a mailbox's host, where the provider has many; null: unknown */
  hostDns?(mailbox: { domain: string; subject: string | null }): HostDns | null
  /** emails that the provider allows before it throttles or blocks, while no admin has entered another limit */
  ceilings(quota?: GoogleQuota): readonly ProviderCeiling[]
  /** recipients that a mailbox's host allows besides {@link ProviderRules.ceilings}, where the provider has many hosts */
  hostCeilings?(mailbox: { domain: string; subject: string | null }): readonly ProviderCeiling[]
  /** recipients that the provider allows in any 24 hours; `ledger`: the ledger that an organization's mailboxes share */
  recipientLimits(mailbox: {
    domain: string
    directory?: string | null | undefined
    /** the provider's id of the account; absent while unknown */
    subject?: string | null | undefined
  }): readonly { counts: CountedRecipients; perDay: number; ledger?: string }[]
  /** whether its mailboxes are all at the same servers, so that one that cannot be reached tells of the others */
  isOneService: boolean
  /** whether a directory is an organization with a limit of its own */
  isOrganization(directory: string): boolean
  /** the ledger of our project at the provider; null where the provider has no quota for it */
  projectLedger: string | null
  /** quota units that one email takes; 1 where the provider does not count in units */
  unitsPerEmail(isDrafted: boolean): number
  /** bytes of files from which they are uploaded beside the message; null: they never are */
  uploadsFrom: number | null
}

/** What a provider needs in the DNS of its customers. */
export interface ProviderDns {
  include: string
  /** how its SPF record ends */
  all: string
  /** names under which DKIM keys are looked for */
  selectors: readonly string[]
  /** whether its customers cannot choose other selectors */
  hasFixedSelectors: boolean
  dkimHelp: string
}

/** What a host needs in the DNS of its customers, as far as is known. */
export interface HostDns {
  name: string
  /** SPF include */
  include: string
}
