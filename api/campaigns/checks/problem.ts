import type { ProblemCode } from '#domain/campaigns/problem-codes.ts'
import type { Contact } from '#api/contacts/contact.ts'

export type ProblemSeverity = 'error' | 'warning'

/** Something that would embarrass the sender or prevent sending. */
export interface MailProblem {
  code: ProblemCode
  /** error: it refuses the launch, so it is certain; warning: a person decides */
  severity: ProblemSeverity
  message: string
}

/** A campaign's problem, with the recipients it affects. */
export interface CampaignProblem extends MailProblem {
  /** affected recipients; null: all, or none in particular */
  count: number | null
  /** the first ten of them */
  contacts: Contact[]
  /** when the last email would be sent, if that is the problem */
  finishesAt: Date | null
}
