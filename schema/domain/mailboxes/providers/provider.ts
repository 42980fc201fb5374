import type { ProviderCeiling } from '../../tenants/plans.ts'
import type { GoogleQuota } from '../google-quota.ts'

/**
 * Kinds of permissions that a sign-in requests: only the identity, or an access level for a mailbox; `…-shared` adds
 * permission to send from shared mailboxes, and is requested only from the person who wants it. `files`: to read and
 * write spreadsheets, apart from any mailbox. `smtp`, `smtp-full`: to sign in to the provider's SMTP server, or to that
 * and its IMAP server.
 */
export const CONSENT_ASKS = [
  ...(['identity', 'send', 'full', 'send-shared', 'full-shared', 'files'] as const),
  ...(['smtp', 'smtp-full'] as const),
] as const
export type ConsentAsk = (typeof CONSENT_ASKS)[number]

/**
 * Kinds of recipients (To, CC and BCC) that a limit counts: `recipients`: all; `external`: those outside the sender's
 * domain; `different`: each external recipient once.
 */
export type CountedRecipients = 'recipients' | 'external' | 'different'

/** Words for a reason for which a provider or an organization refuses consent. */
export interface RefusalRow {
  title: string
  meaning: string
  /**
   * help that an administrator can give: consent through a link, or following the instruction; null if they cannot help
   */
  admin: 'consent' | { todo: string } | null
}

/** Facts about a provider for screens and server: its names, and what it can do. One entry of `PROVIDERS`. */
export interface ProviderFacts {
  /** name of the company, as people who sign in there know it */
  name: string
  /** name of the provider's mailboxes in sentences, such as "Gmail is not configured" */
  product: string
  /** name of the provider's mailboxes on buttons, such as "Connect Google Gmail" */
  label: string
  /** product that an organization buys from the provider */
  organizationProduct: string
  /** site on which people read their email in a browser */
  webMail: string
  /** icon in a square of 16 units, in the color of the text */
  mark: { path: string; isOutline: boolean }
  /** scopes, in lower case, with which an inbox can be read with its reports */
  readingScopes: readonly string[]
  /** scopes, in lower case, with which drafts can be created; empty if the provider has no drafts */
  draftScopes: readonly string[]
  /** the scope, in lower case, with which a mailbox sends from shared mailboxes; null if the provider has none */
  sharedScope: string | null
  /** lowest access level at which the provider shows a mailbox's other addresses */
  aliasLevel: 'send' | 'full'
  /** returns the sentence that says where the other addresses of a mailbox come from */
  aliasHelp: (email: string) => string
  /** the notice after a mailbox was connected (product: screens.auth-notice) */
  connected: { title: string; description: string }
  /** true if the sidebar offers to reconnect a mailbox although it works */
  hasRefreshLink: boolean
  /** True if an organization must allow its people to send from aliases */
  mustAllowAliases: boolean
  /** True if only a mailbox with drafts can send files beyond the size of one request */
  uploadsNeedDrafts: boolean
  /** True if programs need the workspace's permission to read replies */
  programsNeedPermission: boolean
  /** True if a sign-in counts as fresh although the provider does not tell when it was */
  mayOmitFreshness: boolean
  /** advice for the operator of the installation when the provider refuses its registration */
  renewal: string
}

/** Facts about a provider that only the server needs: limits, DNS, permissions. One entry of `PROVIDER_RULES`. */
export interface ProviderRules {
  /** the scopes of each request, as few as possible */
  consentScopes: Record<ConsentAsk, readonly string[]>
  /** meaning of each scope, in words for an administrator */
  scopeWords: Record<string, string>
  /** finds the codes of refusals in the provider's words, as its first group */
  refusalCodes: RegExp
  /** words for refused sign-ins, by code */
  refusals: Record<string, RefusalRow>
  /** DNS records of the provider; null: each host has its own, see {@link ProviderRules.hostDns} */
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
  /**
   * true if all of its mailboxes are at the same servers, so that one unreachable mailbox says something about the
   * others
   */
  isOneService: boolean
  /** returns whether a directory is an organization with its own limit */
  isOrganization(directory: string): boolean
  /** the ledger of our project at the provider; null where the provider has no quota for it */
  projectLedger: string | null
  /** quota units that one email takes; 1 where the provider does not count in units */
  unitsPerEmail(isDrafted: boolean): number
  /** bytes of files from which they are uploaded beside the message; null: they never are */
  uploadsFrom: number | null
}

/** DNS records that a provider requires of its customers. */
export interface ProviderDns {
  include: string
  /** ending of its SPF record */
  all: string
  /** names under which DKIM keys are looked for */
  selectors: readonly string[]
  /** True if its customers cannot choose other selectors */
  hasFixedSelectors: boolean
  dkimHelp: string
}

/** DNS records that a host requires of its customers, as far as they are known. */
export interface HostDns {
  name: string
  /** SPF include */
  include: string
}
