import type { SendAsAddress } from '#domain/mailboxes/send-as.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { Graph } from './graph-client.ts'
import { isRecord, jsonOf } from '../http-transport.ts'

/** Path at which Microsoft Graph lists the addresses of a mailbox. */
export const ALIASES_PATH = '/me?$select=id,proxyAddresses'

/** The other addresses of a mailbox; shared mailboxes cannot be listed. Needs `User.Read`. Throws DeliveryError. */
export async function graphAliases(graph: Graph): Promise<SendAsAddress[]> {
  const { body } = await graph.call({ method: 'GET', path: ALIASES_PATH, accept: [200], step: 'repeatable' })
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
