import { expect, it } from 'vitest'
import { ATTACHMENT_MAX, attachmentProblem, FILE_TOO_LARGE, formatSize, TOTAL_TOO_LARGE } from './attachments.ts'

it('a campaign refuses an attachment over 25 MB and a total over 30 MB', () => {
  expect(attachmentProblem([ATTACHMENT_MAX])).toBeNull()
  expect(attachmentProblem([ATTACHMENT_MAX + 1])).toBe(FILE_TOO_LARGE)
  expect(attachmentProblem([16 * 1_048_576, 14 * 1_048_576])).toBeNull()
  expect(attachmentProblem([16 * 1_048_576, 14 * 1_048_576 + 1])).toBe(TOTAL_TOO_LARGE)
})

it.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1.0 KB'],
  [1_572_864, '1.5 MB'],
])('a file size of %i bytes is shown as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
