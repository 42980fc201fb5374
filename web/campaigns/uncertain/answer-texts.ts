import type { MailboxAnswer } from '#domain/emails/uncertain-emails.ts'

/** Counts per mailbox answer. */
type Counts = Partial<Record<MailboxAnswer, number>>

const emails = (count: number) => (count === 1 ? '1 email' : `${count.toLocaleString()} emails`)

const SENTENCES: Record<MailboxAnswer, (count: number) => string> = {
  sent: (count) => `${emails(count)} ${count === 1 ? 'was' : 'were'} sent.`,
  notSent: (count) =>
    `${emails(count)} ${count === 1 ? 'was' : 'were'} not sent and can safely be sent again from the campaign.`,
  unclear: (count) => `We could not confirm ${emails(count)} yet. Check again in a few minutes.`,
  cannotAsk: (count) =>
    `${emails(count)} cannot be checked. Either the mailbox is not connected or does not allow checks, or more than 30 days have passed.`,
}

/** The mailboxes' answers in full sentences. */
export function describeAnswers(answers: readonly MailboxAnswer[]): string {
  const counts: Counts = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  const said = (Object.keys(SENTENCES) as MailboxAnswer[]).flatMap((answer) => {
    const count = counts[answer]
    return count ? [SENTENCES[answer](count)] : []
  })
  return said.join(' ') || 'These emails are no longer uncertain.'
}
