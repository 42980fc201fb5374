/**
 * Points that SpamAssassin gives an email for an image, by the bytes of its HTML: the highest of the four sets of scores that
 * its users have (with and without network tests and Bayes). An email of 5 points is spam. Source: HTML_IMAGE_ONLY_04 to _32 in
 * 50_scores.cf of SpamAssassin 4.0.1, and our own emails run through it (tests/spam-filters).
 */
const POINTS: readonly (readonly [maxBytes: number, points: number])[] = [
  [400, 1.8],
  [800, 1.8],
  [1_200, 2.1],
  [1_600, 2],
  [2_000, 2.1],
  [2_400, 2.8],
  [2_800, 2.8],
  [3_200, 2.2],
]

/** Returns the points that the tracking pixel costs an email without other images. @param bytes of its HTML as sent */
export const pixelCost = (bytes: number): number => POINTS.find(([maxBytes]) => bytes <= maxBytes)?.[1] ?? 0
