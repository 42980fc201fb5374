import type { SendAsAddress } from '#domain/send-as.ts'
import { DeliveryError } from '../provider.ts'
import type { Graph } from './graph.ts'
import { isRecord, jsonOf } from './http.ts'

/** What is read of the person who connects: `proxyAddresses` comes only on request. */
export const PROFILE_FIELDS = 'id,displayName,mail,userPrincipalName,proxyAddresses'

/** The other addresses of a mailbox; shared mailboxes cannot be listed. Needs `User.Read`. Throws DeliveryError. */
export async function graphAliases(graph: Graph): Promise<SendAsAddress[]> {
  const path = `/me?$select=${PROFILE_FIELDS}`
  const { body } = await graph.call({ method: 'GET', path, accept: [200], step: 'repeatable' })
  const profile = jsonOf(body)
  if (!isRecord(profile) || typeof profile.id !== 'string') {
    throw new DeliveryError('unavailable', '200: the response does not describe the mailbox')
  }
  return aliasesOf(profile)
}

/** Reads `proxyAddresses`: `SMTP:` marks the primary address, `smtp:` the others, and there are other kinds. */
export function aliasesOf({ proxyAddresses }: Record<string, unknown>): SendAsAddress[] {
  if (!Array.isArray(proxyAddresses)) return []
  return proxyAddresses.flatMap((entry: unknown) =>
    typeof entry === 'string' && entry.startsWith('smtp:')
      ? { address: entry.slice('smtp:'.length), name: '', kind: 'alias', isVerified: true, isDefault: false }
      : [],
  )
}
