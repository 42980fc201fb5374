/** A value of a command: an atom or quoted string, a literal, or a list in parentheses. */
export type ImapValue = string | Buffer | ImapValue[]

export interface ImapCommand {
  tag: string
  /** name of the command in capitals; with UID: "UID FETCH" */
  name: string
  values: ImapValue[]
}

/** The state of the input: a whole command as its texts and literals, or what has to come first. */
export type ImapInput =
  | { kind: 'command'; pieces: (string | Buffer)[]; used: number }
  /** `ask`: the client waits for a "+" before it sends the next literal */
  | { kind: 'ask' }
  /** `incomplete`: the command has at least so many bytes in all */
  | { kind: 'incomplete'; bytes: number }

/** Longest line of a command. A client with more to say uses a literal. */
const MAX_LINE_BYTES = 1024 * 1024
const MAX_LITERAL_BYTES = 40 * 1024 * 1024

export class ImapSyntaxError extends Error {}

/** Cuts the first command from the input. `asked`: how many literals of this command have been asked for. */
export function nextCommand(input: Buffer, asked: number): ImapInput {
  const pieces: (string | Buffer)[] = []
  let at = 0
  for (let literals = 0; ; literals++) {
    const end = input.indexOf('\r\n', at, 'latin1')
    if (end < 0) {
      if (input.length - at > MAX_LINE_BYTES) throw new ImapSyntaxError('The line is too long')
      return { kind: 'incomplete', bytes: input.length + 1 }
    }
    const line = input.toString('utf8', at, end)
    const literal = /\{(\d+)(\+?)\}$/.exec(line)
    if (!literal) return { kind: 'command', pieces: [...pieces, line], used: end + 2 }
    const size = Number(literal[1])
    if (size > MAX_LITERAL_BYTES) throw new ImapSyntaxError('The literal is too large')
    if (literal[2] === '' && literals >= asked) return { kind: 'ask' }
    at = end + 2 + size
    if (input.length < at) return { kind: 'incomplete', bytes: at }
    pieces.push(line.slice(0, literal.index), Buffer.from(input.subarray(end + 2, at)))
  }
}

/** Reads a command. Throws {@link ImapSyntaxError}. */
export function parseCommand(pieces: readonly (string | Buffer)[]): ImapCommand {
  const stack: ImapValue[][] = [[]]
  const put = (value: ImapValue) => stack.at(-1)!.push(value)
  for (const piece of pieces) {
    if (typeof piece !== 'string') put(piece)
    else readText(piece, stack, put)
  }
  if (stack.length > 1) throw new ImapSyntaxError('A parenthesis is not closed')
  const [tag, first, ...rest] = stack[0]!
  if (typeof tag !== 'string' || typeof first !== 'string') throw new ImapSyntaxError('No tag or command')
  const [second, ...others] = rest
  if (first.toUpperCase() !== 'UID') return { tag, name: first.toUpperCase(), values: rest }
  if (typeof second !== 'string') throw new ImapSyntaxError('UID needs a command')
  return { tag, name: `UID ${second.toUpperCase()}`, values: others }
}

/** A quoted string, a parenthesis, or an atom; an atom may hold a section such as `[HEADER.FIELDS (Subject)]`. */
const TOKEN = / +|"((?:[^"\\]|\\.)*)"|(\()|(\))|((?:\[[^\]]*\]|[^\s()"[\]])+)/y

function readText(text: string, stack: ImapValue[][], put: (value: ImapValue) => void): void {
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (!found) throw new ImapSyntaxError('The command cannot be read')
    const [, quoted, open, close, atom] = found
    if (quoted !== undefined) put(quoted.replace(/\\(.)/g, '$1'))
    else if (open) stack.push([])
    else if (close) {
      const list = stack.pop()!
      if (stack.length === 0) throw new ImapSyntaxError('A parenthesis was not opened')
      put(list)
    } else if (atom !== undefined) put(atom)
  }
}

/** The text of a value that is no list. Throws {@link ImapSyntaxError}. */
export function textOf(value: ImapValue | undefined): string {
  if (value === undefined || Array.isArray(value)) throw new ImapSyntaxError('A string is missing')
  return typeof value === 'string' ? value : value.toString('utf8')
}

/** Returns whether a set such as "1:3,7,9:*" contains a number. `largest` stands for "*". */
export function inSet(set: string, largest: number): (number: number) => boolean {
  const ranges = set.split(',').map((part) => {
    const [from, to] = part.split(':').map((end) => (end === '*' ? largest : Number(end)))
    const last = to ?? from
    if (from === undefined || last === undefined || !Number.isInteger(from) || !Number.isInteger(last))
      throw new ImapSyntaxError('The set of messages cannot be read')
    return [Math.min(from, last), Math.max(from, last)] as const
  })
  return (number) => ranges.some(([from, to]) => number >= from && number <= to)
}
