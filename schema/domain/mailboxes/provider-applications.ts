import { z } from 'zod'

/**
 * Secrets of an application with which an organization's administrator provides mailboxes (product:
 * mailboxes.application).
 */

/** An application that the organization registered in its own directory at Microsoft (Entra ID). */
export const microsoftApplication = z.object({
  directory: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\da-z][\da-z.-]{2,99}$/, 'Enter the id of the directory, or one of its domains'),
  clientId: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, 'Enter the id of the application'),
  clientSecret: z.string().trim().min(1, 'Enter the secret of the application').max(200),
})
export type MicrosoftApplication = z.output<typeof microsoftApplication>

/** The parts of a Google service account's key file that are used. */
export const googleApplication = z.object({
  client_email: z.email('This is not the key file of a service account'),
  private_key: z
    .string()
    .max(10_000)
    .regex(/-----BEGIN (RSA )?PRIVATE KEY-----/, 'This is not the key file of a service account'),
})
export type GoogleApplication = z.output<typeof googleApplication>

/** Maximum number of mailboxes provided at a time, and of those in a group. */
const MAX_MAILBOXES = 20
export const MAX_GROUP_MAILBOXES = 100

const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@<>]+@[^\s@<>]+$/, 'Enter a whole email address, such as ada@example.com')

export const provideInput = z
  .object({
    microsoft: microsoftApplication.nullish(),
    /** text of the key file of a Google service account */
    googleKey: z.string().max(20_000).nullish(),
    emails: z.array(address).max(MAX_MAILBOXES, `Name at most ${MAX_MAILBOXES} mailboxes at a time`),
    /** a group whose members' mailboxes are provided besides those that are named */
    group: address.nullish(),
    /** an administrator in whose name a Google service account reads the group */
    groupAdmin: address.nullish(),
    /** a mailbox of the same organization that the application must not reach */
    outside: address.nullish(),
  })
  .refine(({ microsoft, googleKey }) => !microsoft !== !googleKey, {
    error: 'Give either the application at Microsoft or the key file of a Google service account',
    path: ['microsoft'],
  })
  .refine(({ emails, group }) => emails.length > 0 || group, { error: 'Name a mailbox, or a group', path: ['emails'] })
  .refine(({ group, googleKey, groupAdmin }) => !group || !googleKey || groupAdmin, {
    error: 'Name an administrator, because Google shows the members of a group to nobody else',
    path: ['groupAdmin'],
  })
  .refine(({ microsoft, outside }) => !microsoft || outside, {
    error: 'Name a mailbox of your organization that Mergewell must not reach',
    path: ['outside'],
  })
  .refine(({ emails, outside }) => !outside || !emails.includes(outside), {
    error: 'Name a mailbox that is not among those to connect',
    path: ['outside'],
  })

/** States of a mailbox that an administrator provides. */
export const PROVIDED_STATES = {
  connected: 'It is connected.',
  kept: 'Its owner has connected it already. Nothing was changed.',
  not_found: 'The organization has no such mailbox.',
  not_allowed: 'The application may not send from it.',
} as const
export type ProvidedState = keyof typeof PROVIDED_STATES

/** Quotes a text for PowerShell so that nothing in it is replaced, whatever a person typed. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Writes the commands of Exchange Online PowerShell that limit an application to certain mailboxes (RBAC for
 * Applications), with the known parts filled in. Rights granted in Entra are not among them, because they would reach
 * every mailbox.
 */
export function exchangeCommands({
  clientId,
  emails,
  group,
}: {
  clientId: string
  emails: readonly string[]
  group: string
}): string {
  const named = emails.length > 0 || group ? emails : ['MAILBOX']
  const filters = named.map((email) => `PrimarySmtpAddress -eq ${quoted(email)}`)
  const names = filters.join(' -or ')
  const filter = group
    ? `("MemberOfGroup -eq '$($group.DistinguishedName)'"${names && ` + ${quoted(` -or ${names}`)}`})`
    : quoted(names)
  const roles = ['Mail.Send', 'Mail.ReadWrite'].map(
    (role) =>
      `New-ManagementRoleAssignment -App $app.Id -Role 'Application ${role}' -CustomResourceScope 'Mergewell mailboxes'`,
  )
  return [
    'Connect-MgGraph -Scopes Application.Read.All',
    'Connect-ExchangeOnline',
    `$app = Get-MgServicePrincipal -Filter ${quoted(`appId eq '${clientId || 'APPLICATION-ID'}'`)}`,
    "New-ServicePrincipal -AppId $app.AppId -ObjectId $app.Id -DisplayName 'Mergewell'",
    ...(group ? [`$group = Get-Group ${quoted(group)}`] : []),
    `New-ManagementScope -Name 'Mergewell mailboxes' -RecipientRestrictionFilter ${filter}`,
    ...roles,
  ].join('\n')
}

/** Returns the email addresses in a typed text, separated by spaces, commas or lines. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
