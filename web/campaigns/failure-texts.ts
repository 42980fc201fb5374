import { partsOf, type FailureCode } from '#domain/emails/delivery-errors.ts'

/**
 * Short names of failures of an email, for places too narrow for their sentence. Other failures are shown by their
 * sentence.
 */
const FAILURE_WORDS: Partial<Record<FailureCode, string>> = {
  UNCERTAIN: 'Not sure if sent',
  NOT_SENT: 'Not sent',
  SUPPRESSED: 'On suppression list',
  DECLINED: 'Wants fewer emails',
  CANCELLED: 'Campaign cancelled',
  FILE_MISSING: 'File missing',
  DOCUMENT_FAILED: 'Document not made',
  WEEKLY_CEILING: 'Weekly limit reached',
  NON_DELIVERY_ADDRESS: 'No such address',
  NON_DELIVERY_PASSING: 'Mailbox unavailable',
  NON_DELIVERY_REFUSED: 'Refused by server',
}

/** Explains in a few words why an email failed. */
export function shortFailure({
  error,
  failure,
}: {
  error: string | null
  failure: { message: string } | null
}): string {
  return (error !== null && FAILURE_WORDS[partsOf(error).code]) || (failure?.message ?? '')
}

/** A stored failure text without its code: "Weekly limit reached: 2 in seven days". */
export function failureDetail(error: string): string {
  const { code, detail } = partsOf(error)
  const words = FAILURE_WORDS[code]
  if (words === undefined) return detail || error
  return detail === '' ? words : `${words}: ${detail}`
}

interface Counts {
  failedCount: number
  leftOutCount: number
}

/** Returns the number of emails that failed, without recipients who were left out on purpose. */
export const failedOf = ({ failedCount, leftOutCount }: Counts): number => Math.max(0, failedCount - leftOutCount)

/** "10 left out"; null if there are none. */
export const leftOutText = ({ leftOutCount }: Pick<Counts, 'leftOutCount'>): string | null =>
  leftOutCount > 0 ? `${leftOutCount.toLocaleString()} left out` : null
