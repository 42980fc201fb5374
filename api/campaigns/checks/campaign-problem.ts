import type { MailProblem } from '#api/rendering/mail-problem.ts'
import type { Contact } from '#api/contacts/contact.ts'

/** Maximum number of recipients that a problem names. */
export const AFFECTED_MAX = 10

/** Makes a campaign problem that concerns no recipient in particular. */
export const ofAll = (problem: MailProblem): CampaignProblem => ({
  ...problem,
  count: null,
  contacts: [],
  finishesAt: null,
})

/** A campaign's problem, with the recipients it affects. */
export interface CampaignProblem extends MailProblem {
  /** affected recipients; null: all, or none in particular */
  count: number | null
  /** first ten affected recipients */
  contacts: Contact[]
  /** when the last email would be sent, if that is the problem */
  finishesAt: Date | null
}
