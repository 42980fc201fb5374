import { allows, type ApiScope } from '#domain/accounts/api-keys.ts'

/** Words for an object that API keys give access to, and the levels of access, the least first. */
interface NounWords {
  label: string
  hint?: string
  access: readonly { label: string; scopes: readonly ApiScope[] }[]
}

const read = (scope: ApiScope) => ({ label: 'Read', scopes: [scope] })
const write = (scope: ApiScope) => ({ label: 'Read and write', scopes: [scope] })

/** The objects that an API key can give access to, with their levels of access. */
export const SCOPE_NOUNS: readonly NounWords[] = [
  {
    label: 'Contacts',
    hint: 'Access includes tags, segments, imports and exports',
    access: [read('contacts:read'), write('contacts:write')],
  },
  { label: 'Suppression list', access: [read('suppressions:read'), write('suppressions:write')] },
  {
    label: 'Campaigns',
    hint: 'Access includes recipients and results',
    access: [
      read('campaigns:read'),
      write('campaigns:write'),
      { label: 'Read, write and send', scopes: ['campaigns:write', 'campaigns:send'] },
    ],
  },
  {
    label: 'Templates',
    hint: 'Access includes images and saved blocks',
    access: [read('templates:read'), write('templates:write')],
  },
  {
    label: 'Mailboxes',
    access: [read('mailboxes:read'), { label: 'Read and disconnect', scopes: ['mailboxes:write'] }],
  },
  { label: 'Settings', access: [read('settings:read'), write('settings:write')] },
  { label: 'Webhooks', access: [read('webhooks:read'), write('webhooks:write')] },
  { label: 'Activity log', access: [read('activity:read')] },
]

/** Returns the index of the level of access that scopes give to an object; -1 if none. */
export function accessOf({ access }: NounWords, scopes: readonly ApiScope[]): number {
  return access.findLastIndex((one) => one.scopes.every((scope) => allows(scopes, scope)))
}

/** Returns API scopes as text: Contacts: read, Campaigns: read, write and send. */
export function scopeText(scopes: readonly ApiScope[]): string {
  const parts = SCOPE_NOUNS.flatMap((noun) => {
    const access = noun.access[accessOf(noun, scopes)]
    const onlySends =
      noun.label === 'Campaigns' && scopes.includes('campaigns:send') && !scopes.includes('campaigns:write')
    if (!access) return []
    return [`${noun.label}: ${onlySends ? 'read and send' : access.label.toLowerCase()}`]
  })
  return parts.join(', ')
}
