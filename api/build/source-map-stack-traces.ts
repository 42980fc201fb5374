import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A place in a file, counted from 0. */
interface Place {
  line: number
  column: number
}

/** The fields of a source map that translate a position of the bundle. */
interface SourceMap {
  sources: string[]
  mappings: string
}

/**
 * Makes the stack of every error name the sources instead of the bundle in `folder`. A map is read when the first stack is
 * asked for, and not kept: together the maps would take more memory than the server's code.
 */
export function nameSourcesInStacks(folder: string): void {
  const url = `${pathToFileURL(folder).href}/`
  const known = new Map<string, string>()
  Error.prepareStackTrace = (error, frames) => {
    const places = frames.map((frame) => {
      const file = frame.getFileName()
      return file?.startsWith(url)
        ? { file, at: `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`, frame }
        : null
    })
    for (const file of new Set(places.flatMap((place) => place?.file ?? []))) {
      const asked = places.flatMap((place) => (place?.file === file && !known.has(place.at) ? place : []))
      const origins = originsOf(
        file,
        asked.map(({ frame }) => ({
          line: (frame.getLineNumber() ?? 1) - 1,
          column: (frame.getColumnNumber() ?? 1) - 1,
        })),
      )
      for (const [index, { at }] of asked.entries()) known.set(at, origins[index] ?? at)
    }
    const lines = frames.map((frame, index) => {
      const at = places[index]?.at
      return `\n    at ${at === undefined ? String(frame) : String(frame).replace(at, () => known.get(at) ?? at)}`
    })
    return `${titleOf(error)}${lines.join('')}`
  }
}

/**
 * Translates positions in a bundled file to positions in the sources; null for positions that the source map does not
 * know.
 */
function originsOf(file: string, places: readonly Place[]): (string | null)[] {
  if (places.length === 0) return []
  const path = fileURLToPath(file)
  try {
    const map = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMap
    return findInMap(map, places).map(
      (origin) =>
        origin &&
        `${pathToFileURL(join(dirname(path), map.sources[origin.source] ?? '')).href}:${origin.line + 1}:${origin.column + 1}`,
    )
  } catch {
    return places.map(() => null)
  }
}

/** Reads the mappings once from the beginning, and finds for each place the last mapping of its line that is not after it. */
export function findInMap(
  { mappings }: Pick<SourceMap, 'mappings'>,
  places: readonly Place[],
): (null | (Place & { source: number }))[] {
  const found: (null | (Place & { source: number }))[] = places.map(() => null)
  const last = Math.max(...places.map(({ line }) => line))
  let [at, line, column, source, sourceLine, sourceColumn] = [0, 0, 0, 0, 0, 0]
  const next = (): number => {
    let [value, shift, digit] = [0, 0, 0]
    do {
      digit = DIGITS[mappings.charCodeAt(at++)] ?? 0
      value |= (digit & 31) << shift
      shift += 5
    } while (digit & 32)
    return value & 1 ? -(value >>> 1) : value >>> 1
  }
  let wanted = places.flatMap((place, index) => (place.line === 0 ? index : []))
  while (at < mappings.length && line <= last) {
    const sign = mappings[at]
    if (sign === ';') {
      at += 1
      line += 1
      column = 0
      wanted = places.flatMap((place, index) => (place.line === line ? index : []))
      continue
    }
    if (sign === ',') {
      at += 1
      continue
    }
    column += next()
    if (endsSegment(mappings[at])) continue
    source += next()
    sourceLine += next()
    sourceColumn += next()
    if (!endsSegment(mappings[at])) next()
    for (const index of wanted) {
      if (column <= (places[index]?.column ?? 0)) found[index] = { source, line: sourceLine, column: sourceColumn }
    }
  }
  return found
}

const endsSegment = (sign: string | undefined): boolean => sign === undefined || sign === ',' || sign === ';'

/** Digits of source maps, by their value. */
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Character code → value. */
const DIGITS: number[] = []
for (let value = 0; value < SIGNS.length; value += 1) DIGITS[SIGNS.charCodeAt(value)] = value

function titleOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}
