/** How much goes into what people write, in characters: more is refused when it is stored, and the app's fields take no more. */
export const TEXT_LIMITS = {
  campaignName: 200,
  templateName: 200,
  segmentName: 100,
  savedBlockName: 100,
  /** of an address that gets no mail */
  suppressionNote: 500,
  /** as the header of a mail allows */
  subject: 998,
  /** of a mail, its tags and pictures counted */
  content: 2_000_000,
} as const

/** How much of a template its preview shows, in characters (product: templates.preview). */
export const TEMPLATE_PREVIEW_LENGTH = 100
