import { Parser } from 'htmlparser2'
import { AppError } from '#domain/errors.ts'
import { DAMAGED } from './zip-reader.ts'

/** Handlers for a part's tags. Names come without namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  /** `text` is the text between this tag and the previous one */
  close?(name: string, text: string): void
  /** a piece of text, for parts where text and tags are mixed */
  text?(piece: string): void
}

/** Maximum element depth: worksheets stay under ten. */
const DEPTH_MAX = 100

/**
 * Runs the handlers on a part while it is inflated, and yields what they emit; `stop` ends reading. Declared entities
 * are unknown, so none can expand.
 */
export async function* readXml<Item = never>(
  part: AsyncIterable<Buffer>,
  handlersFor: (emit: (item: Item) => void, stop: () => void) => XmlHandlers,
): AsyncGenerator<Item, void, undefined> {
  const items: Item[] = []
  let stopped = false
  const {
    open,
    close,
    text: read,
  } = handlersFor(
    (item) => items.push(item),
    () => (stopped = true),
  )
  let text = ''
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > DEPTH_MAX) throw new AppError('UNREADABLE_FILE', DAMAGED)
        if (!stopped) open?.(localName(name), attributes)
        text = ''
      },
      ontext(piece) {
        text += piece
        if (!stopped) read?.(piece)
      },
      onclosetag(name) {
        depth -= 1
        if (!stopped) close?.(localName(name), text)
        text = ''
      },
    },
    { xmlMode: true },
  )
  let decoder: TextDecoder | undefined
  for await (const bytes of part) {
    decoder ??= new TextDecoder(encodingOf(bytes))
    parser.write(decoder.decode(bytes, { stream: true }))
    yield* items.splice(0)
    if (stopped) return
  }
  parser.end()
  yield* items
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** UTF-8, or UTF-16 if the part has its byte order mark. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
