/** A piece of an email that is the same for every recipient. Values derived from it are cached by its identity. */
export interface ConstantText {
  readonly text: string
}

/**
 * The HTML or plain text of one email: merged values (strings) between pieces shared by the whole campaign. Shared
 * pieces, nearly all of the email, are encoded only once.
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

/** The pieces of a text that may be merged. */
export function partsOf(text: string | MergedText): readonly (ConstantText | string)[] {
  return typeof text === 'string' ? [text] : text.parts
}

/** Returns whether the text is empty. */
export function isEmpty(text: string | MergedText): boolean {
  return partsOf(text).every((part) => (typeof part === 'string' ? part : part.text) === '')
}

/** Memoizes a function of a constant piece for the lifetime of that piece. */
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
