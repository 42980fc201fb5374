import { LAUNCH_PARTS } from '#domain/campaigns/rehearsals.ts'

/** Returns the names of changed parts of a launch as words: “the email, the recipients and the start”. */
export function partsText(parts: readonly (keyof typeof LAUNCH_PARTS)[]): string {
  return new Intl.ListFormat('en').format(parts.map((part) => LAUNCH_PARTS[part]))
}
