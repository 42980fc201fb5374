import type { ProblemCode } from '#domain/campaigns/problem-codes.ts'

export type ProblemSeverity = 'error' | 'warning'

/** Something that would embarrass the sender or prevent sending. */
export interface MailProblem {
  code: ProblemCode
  /** error: refuses the launch, so it must be certain; warning: a person decides whether to launch */
  severity: ProblemSeverity
  message: string
}
