/** Sizes of attachments (product: email.attachments). 1 MB = 1,048,576 bytes. */

const MB = 1_048_576
export const ATTACHMENT_MAX = 25 * MB
export const ATTACHMENTS_TOTAL_MAX = 30 * MB

export const FILE_TOO_LARGE = {
  title: 'File too large',
  description: 'Attachments must be under 25MB for email compatibility',
} as const
export const TOTAL_TOO_LARGE = {
  title: 'Total attachments too large',
  description: 'Total attachment size cannot exceed 30MB',
} as const

/** The problem with attachments of these sizes (bytes), or null. */
export function attachmentProblem(sizes: readonly number[]): typeof FILE_TOO_LARGE | typeof TOTAL_TOO_LARGE | null {
  if (sizes.some((size) => size > ATTACHMENT_MAX)) return FILE_TOO_LARGE
  if (sizes.reduce((sum, size) => sum + size, 0) > ATTACHMENTS_TOTAL_MAX) return TOTAL_TOO_LARGE
  return null
}

/** A human-readable size: B, KB or MB. */
export function formatSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  if (bytes < MB) return `${(bytes / 1_024).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
