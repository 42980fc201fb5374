import { readFile } from 'node:fs/promises'
import type { TestPerson, World } from '../support/world.ts'
import { wrongCounts } from '../support/counter-consistency.ts'
import type { HoursBreach } from './send-window-changes.ts'
import { keyOf, stepOf, type StepBreach } from './follow-up-steps.ts'

/** An email of the database and how often the provider accepted it. */
interface Email {
  id: string
  campaignId: string
  email: string
  /** 1: the campaign's own email */
  step: number
  status: string
  error: string | null
  code: string | null
  protocol: string | null
  history: unknown
  /** True if a report said that the email did not arrive. */
  bounced: boolean
  /** true if the sender's mailbox shows bounce reports */
  isSeen: boolean
  accepted: number
}

/** A promise that was broken, with both sides of the email's history. */
export interface Breach {
  promise:
    | StepBreach['promise']
    | HoursBreach['promise']
    | 'sent twice'
    | 'lost'
    | 'accepted but not recorded'
    | 'recorded but not accepted'
    | 'wrong count'
    | 'delivered although it bounced'
    | 'waits without a reason'
  email: Email | string
  acceptances: string[]
}

/** Records of the provider beside those of the database. */
export interface Comparison {
  emails: number
  accepted: number
  sent: number
  /** addresses to which the provider accepted emails */
  recipients: readonly string[]
  /** failed emails by code */
  failed: Record<string, number>
  /** uncertain emails by how they were sent */
  uncertain: Record<string, number>
  /** uncertain emails that the provider had accepted */
  uncertainButAccepted: number
  /** emails whose report was read */
  bounced: number
  breaches: Breach[]
}

/** Compares the sandbox's own record of acceptances with the emails of all workspaces of a run: accepted = sent ∪ uncertain, none twice, none lost. */
export async function compare(world: World, people: readonly TestPerson[]): Promise<Comparison> {
  const acceptances = Map.groupBy(
    (await readFile(world.acceptancesFile, 'utf8').catch(() => '')).split('\n').filter(Boolean),
    (line) => {
      const { recipient, subject } = JSON.parse(line) as { recipient: string; subject: string }
      return keyOf(recipient, stepOf(subject))
    },
  )
  const rows = await Promise.all(people.map((person) => emailsOf(world, person)))
  const emails = rows
    .flat()
    .map((row) => ({ ...row, accepted: acceptances.get(keyOf(row.email, row.step))?.length ?? 0 }))
  const breaches: Breach[] = emails.flatMap((email) => {
    const promise = brokenPromise(email)
    return promise ? [{ promise, email, acceptances: acceptances.get(keyOf(email.email, email.step)) ?? [] }] : []
  })
  const known = new Set(emails.map(({ email, step }) => keyOf(email, step)))
  for (const [recipient, lines] of acceptances) {
    if (!known.has(recipient))
      breaches.push({ promise: 'accepted but not recorded', email: recipient, acceptances: lines })
  }
  for (const { tenantId } of people) {
    for (const { id } of await wrongCounts(world.app, tenantId))
      breaches.push({ promise: 'wrong count', email: id, acceptances: [] })
  }
  const uncertain = emails.filter(({ code }) => code === 'UNCERTAIN')
  return {
    emails: emails.length,
    accepted: [...acceptances.values()].flat().length,
    sent: emails.filter(isSent).length,
    recipients: emails.filter(({ accepted }) => accepted > 0).map(({ email }) => email),
    failed: countBy(
      emails.filter(({ status }) => status === 'failed'),
      ({ code }) => code ?? 'none',
    ),
    uncertain: countBy(uncertain, ({ protocol }) => protocol ?? 'none'),
    uncertainButAccepted: uncertain.filter(({ accepted }) => accepted > 0).length,
    bounced: emails.filter(({ bounced }) => bounced).length,
    breaches,
  }
}

function emailsOf(world: World, { tenantId }: TestPerson) {
  return world.app.database.inTenant(tenantId, (em) =>
    em.execute<Omit<Email, 'accepted'>[]>(
      `select l.id, l.campaign_id as "campaignId", l.contact_email as email, c.step, l.status, l.error,
         l.failure_code as code, l.protocol, l.draft_history as history, l.bounced_at is not null as bounced,
         coalesce(m.scopes && array['Mail.ReadWrite', 'https://www.googleapis.com/auth/gmail.modify', 'imap'], false) as "isSeen"
       from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
       left join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id where l.tenant_id = ?`,
      [tenantId],
    ),
  )
}

/** Begins the addresses that do not exist. */
export const DEAD = 'bounce'

const isDead = ({ email }: Pick<Email, 'email'>) => email.startsWith(DEAD)

const isSent = ({ status }: Pick<Email, 'status'>) => status === 'sent' || status === 'delivered'

function brokenPromise(email: Email): Breach['promise'] | null {
  if (email.accepted > 1) return 'sent twice'
  // The provider reported a nonexistent address, each time after it had accepted the email.
  if (isSent(email) && email.isSeen && isDead(email)) return 'delivered although it bounced'
  if (email.bounced) return email.accepted === 1 ? null : 'recorded but not accepted'
  if (isSent(email)) return email.accepted === 1 ? null : 'recorded but not accepted'
  if (email.status !== 'failed') return 'lost'
  return email.accepted > 0 && email.code !== 'UNCERTAIN' ? 'accepted but not recorded' : null
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1
  return counts
}
