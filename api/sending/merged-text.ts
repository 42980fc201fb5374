/** A piece of a mail that is the same for every recipient. What is made of it once is kept by its identity. */
export interface ConstantText {
  readonly text: string
}

/**
 * The HTML or plain text of one mail: what was merged in for the recipient (strings), between pieces that all mails of the campaign
 * share. Whoever encodes a mail encodes the shared pieces once: they are nearly all of it.
 */
export class MergedText {
  readonly parts: readonly (ConstantText | string)[]

  constructor(parts: readonly (ConstantText | string)[]) {
    this.parts = parts
  }

  toString(): string {
    let whole = ''
    for (const part of this.parts) whole += typeof part === 'string' ? part : part.text
    return whole
  }
}

/** A text that may be merged, piece by piece. */
export function partsOf(text: string | MergedText): readonly (ConstantText | string)[] {
  return typeof text === 'string' ? [text] : text.parts
}

/** Whether there is nothing to read in it. */
export function isEmpty(text: string | MergedText): boolean {
  return partsOf(text).every((part) => (typeof part === 'string' ? part : part.text) === '')
}

/** Makes something of each constant piece once, and keeps it as long as the piece lives. */
export function oncePerPiece<T>(make: (text: string) => T): (piece: ConstantText) => T {
  const made = new WeakMap<ConstantText, T>()
  return (piece) => {
    let value = made.get(piece)
    if (value === undefined) {
      value = make(piece.text)
      made.set(piece, value)
    }
    return value
  }
}
