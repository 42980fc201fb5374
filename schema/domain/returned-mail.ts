/** A message as the rules see it: without a body, except for an automatic answer. */
export interface ReturnedMail {
  /** address of the sender, in lower case */
  from: string
  subject: string
  /** by lower-case name, those of {@link INBOX_HEADERS} */
  headers: Readonly<Record<string, string>>
  /** whether it is an emoji reaction; see {@link isReaction} */
  reaction?: boolean
  receivedAt?: Date
  /** the text of an automatic answer, see {@link isAutomaticAnswer}; absent for all other email */
  text?: string
  /** the class that Exchange gave it, such as IPM.Note; absent if unknown */
  messageClass?: string
}
