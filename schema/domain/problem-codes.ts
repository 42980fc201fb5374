import { WARNING_CODES } from './builder/warnings.ts'

/** What a problem of a campaign is about, before it is sent: the builder's warnings are among them. */
export const PROBLEM_CODES = [
  ...WARNING_CODES,
  'BROKEN_IMAGE',
  'BROKEN_LINK',
  'BULK_SENDER',
  'DAILY_LIMIT',
  'EMPTY_LINK',
  'EMPTY_TAG',
  'FEATURE_OFF',
  'LINK_VALUE',
  'LOCAL_LINK',
  'LONG_SUBJECT',
  'MAILBOX_EXPIRED',
  'MISLEADING_LINK',
  'MISSING_IMAGE',
  'NO_CONTENT',
  'NO_MAILBOX',
  'NO_RECIPIENTS',
  'NO_SUBJECT_B',
  'OUTSIDE_WINDOW',
  'SUPPRESSED',
  'TOO_LARGE',
  'TO_BE_DELETED',
  'TRIAL_ENDED',
  'UNKNOWN_TAG',
  'UNREACHABLE_IMAGE',
  'UNTRACKED_TEST',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]
