/**
 * Maximum lengths of texts, in characters: longer texts are refused when they are stored, and the app's fields accept
 * no more.
 */
export const TEXT_LIMITS = {
  campaignName: 200,
  templateName: 200,
  segmentName: 100,
  savedBlockName: 100,
  /** note about a suppressed address */
  suppressionNote: 500,
  /** subject, as the header of an email allows */
  subject: 998,
  /** content of an email, including its tags and pictures */
  content: 2_000_000,
} as const

/** Length of a template's preview, in characters (product: templates.preview). */
export const TEMPLATE_PREVIEW_LENGTH = 100
