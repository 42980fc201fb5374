/** Limits of the follow-ups of a campaign. */
export const FOLLOW_UP_LIMITS = { steps: 9, waitDays: 90, link: 2_000 } as const

/** Maximum number of recipients whose follow-ups can be stopped in one call. */
export const STOPPED_MAX = 500

/** Makes the subject of an answer: “Re: ” before it, unless it has that already. */
export function answerSubject(subject: string): string {
  return /^\s*re\s*:/i.test(subject) ? subject : `Re: ${subject}`
}
