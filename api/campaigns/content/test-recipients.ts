import { emailKey } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { memberOf } from '#api/accounts/workspace-member.ts'
import { User } from '#api/accounts/user.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MailAddress } from '#api/sending/provider.ts'
import { demandsApproval } from '#api/settings/launch-approval.ts'
import type { ResolvedEmail } from '../checks/previewed-email-input.ts'
import { suppressedOf } from '#api/emails/cc-bcc-copies.ts'

/**
 * Returns who gets a test (product: campaigns.test-email). By default that is the person, or the mailbox for a service account,
 * which has no address. With `toAddresses` people reach anybody, unless launches need approval: then only members, because
 * an email that nobody approved must not leave the workspace. An API key reaches its creator and the mailbox, because an
 * agent that was talked into it could send what it read to a stranger.
 *
 * @throws BAD_INPUT for an address that may not get the test, or that is on the suppression list
 */
export async function testRecipients(
  em: Em,
  viewer: Viewer,
  { to, toAddresses }: Pick<ResolvedEmail, 'to' | 'toAddresses'>,
  mailbox: Mailbox,
  now: Date,
): Promise<MailAddress[]> {
  if (to !== null && toAddresses.length > 0) throw notAllowed('Give either to or toAddresses, not both.')
  const member = await memberOf(em, viewer)
  const own: MailAddress[] = [
    ...(member.email === null ? [] : [{ name: member.name, address: member.email }]),
    { name: mailbox.name, address: mailbox.email },
  ]
  const known = new Map(own.toReversed().map((one) => [emailKey(one.address), one]))
  const asked = to === null ? toAddresses : [to]
  const named = new Map(
    asked.map((address) => [emailKey(address), known.get(emailKey(address)) ?? { name: '', address }]),
  )
  const people = asked.length === 0 ? own.slice(0, 1) : [...named.values()]
  const strangers = [...named].flatMap(([key, { address }]) => (known.has(key) ? [] : [address]))
  if (strangers.length > 0) {
    const owners = [...new Set(own.map(({ address }) => address))].join(' or ')
    if (viewer.scopes) throw notAllowed(`An API key can send tests only to ${owners}.`, to === null ? undefined : 'to')
    if (to !== null) throw notAllowed(`You can send tests only to yourself: ${owners}.`, 'to')
    if (await demandsApproval(em, viewer.tenantId, now)) await refuseOutsiders(em, viewer.tenantId, strangers)
  }
  await refuseSuppressed(em, viewer.tenantId, people)
  return people
}

const notAllowed = (message: string, field: 'to' | 'toAddresses' = 'toAddresses') =>
  new AppError('BAD_INPUT', message, { fields: { [field]: message } })

/** Throws BAD_INPUT unless all addresses are those of active members. */
async function refuseOutsiders(em: Em, tenantId: string, addresses: readonly string[]): Promise<void> {
  const members = await em.find(User, { tenantId, isActive: true }, { fields: ['email'] })
  const emails = new Set(members.map(({ email }) => emailKey(email)))
  const outsiders = addresses.filter((address) => !emails.has(emailKey(address)))
  if (outsiders.length === 0) return
  const [are, them] = outsiders.length === 1 ? ['is not a member', 'it'] : ['are not members', 'them']
  throw notAllowed(
    `${outsiders.join(', ')} ${are} of this workspace. Launches need approval here, so tests go to members only. Remove ${them} from the addresses.`,
  )
}

/** Throws BAD_INPUT if an address is on the suppression list. */
async function refuseSuppressed(em: Em, tenantId: string, people: readonly MailAddress[]): Promise<void> {
  const suppressed = await suppressedOf(
    em,
    tenantId,
    people.map(({ address }) => emailKey(address)),
  )
  const found = people.filter(({ address }) => suppressed.has(emailKey(address))).map(({ address }) => address)
  if (found.length === 0) return
  const [are, them] = found.length === 1 ? ['is', 'it'] : ['are', 'them']
  throw notAllowed(
    `${found.join(', ')} ${are} on the suppression list and cannot get a test. Remove ${them} from the addresses.`,
  )
}
