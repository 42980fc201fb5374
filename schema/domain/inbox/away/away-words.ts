/** Phrases of automatic answers in one language: in lower case, with ' for every apostrophe. */
export interface AwayWords {
  /** says that the writer is away */
  away: readonly string[]
  /** says that a message arrived and will be worked on, or that the person left for good */
  acknowledges: readonly string[]
  /** phrases before a date: away until then */
  until: readonly string[]
  /** phrases after a date: away until the end of that day */
  untilAfter: readonly string[]
  /** phrases before a date: away until the end of that day */
  through: readonly string[]
  /** phrases before a date: back on that day */
  back: readonly string[]
  /** phrases after a date in the same sentence: back on that day */
  again: readonly string[]
  /** between two dates */
  to: readonly string[]
  /** may stand between one of the words above and a date */
  fillers: readonly string[]
  /** beside a date: that day is included */
  inclusive: readonly string[]
  /** the day after, as one word */
  tomorrow: readonly string[]
  /** Monday of the week after */
  nextWeek: readonly string[]
  /** January to December, with short forms separated by | */
  months: readonly string[]
  /** Sunday to Saturday, with other forms separated by | */
  weekdays: readonly string[]
}
