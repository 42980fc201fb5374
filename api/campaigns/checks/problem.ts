import type { Contact } from '../../contacts/contact.ts'

export type ProblemSeverity = 'error' | 'warning'

/** Something that would embarrass the sender or keep the mail from leaving. */
export interface MailProblem {
  code: string
  /** error: it should not be sent like this */
  severity: ProblemSeverity
  message: string
}

/** A problem of a campaign, with the recipients it concerns. */
export interface CampaignProblem extends MailProblem {
  /** recipients it concerns; null: all, or none in particular */
  count: number | null
  /** the first ten of them */
  contacts: Contact[]
  /** when the last mail would leave, where that is the problem */
  finishesAt: Date | null
}
