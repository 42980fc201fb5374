import { allows, type ApiScope } from '#domain/accounts/api-keys.ts'

/** Words for a noun of the API scopes, and the access that can be chosen, least first. */
interface NounWords {
  label: string
  hint?: string
  access: readonly { label: string; scopes: readonly ApiScope[] }[]
}

const read = (scope: ApiScope) => ({ label: 'Read', scopes: [scope] })
const write = (scope: ApiScope) => ({ label: 'Read and write', scopes: [scope] })

/** The access of a new API key, noun by noun. */
export const SCOPE_NOUNS: readonly NounWords[] = [
  {
    label: 'Contacts',
    hint: 'With tags, segments, imports and exports',
    access: [read('contacts:read'), write('contacts:write')],
  },
  { label: 'Suppression list', access: [read('suppressions:read'), write('suppressions:write')] },
  {
    label: 'Campaigns',
    hint: 'With recipients and results',
    access: [
      read('campaigns:read'),
      write('campaigns:write'),
      { label: 'Read, write and send', scopes: ['campaigns:write', 'campaigns:send'] },
    ],
  },
  {
    label: 'Templates',
    hint: 'With images and saved blocks',
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

/** The place in a noun's access that scopes give, -1 if none. */
export function accessOf({ access }: NounWords, scopes: readonly ApiScope[]): number {
  return access.findLastIndex((one) => one.scopes.every((scope) => allows(scopes, scope)))
}

/** Scopes in words: Contacts: read, Campaigns: read, write and send. */
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
