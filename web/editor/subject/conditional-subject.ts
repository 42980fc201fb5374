import { conditionText } from '#domain/content/tag-conditions.ts'
import { markersIn, piecesOf, withAllParts, type Marker } from '#domain/content/email-parts.ts'

/** A condition in a subject, with the words it controls. */
export interface SubjectCondition {
  /** condition as written after {#if */
  condition: string
  /** words shown if the condition holds */
  shown: string
  /** words shown to everyone else; null: they see nothing instead */
  otherwise: string | null
}

/**
 * Returns the conditions of a subject in the order of their beginnings, and the error in its markers, as a sentence.
 */
export function conditionsOf(subject: string): { conditions: SubjectCondition[]; problem: string | null } {
  const { problem } = piecesOf(subject)
  const conditions = groupsOf(subject).map(({ begin, middle, end }) => ({
    condition: begin.condition ? conditionText(begin.condition) : '',
    shown: withAllParts(subject.slice(begin.end, (middle ?? end).start)),
    otherwise: middle && withAllParts(subject.slice(middle.end, end.start)),
  }))
  return { conditions: problem === null ? conditions : [], problem }
}

/** Returns the subject with one of its conditions replaced, by its index in `conditionsOf`. */
export function withCondition(subject: string, index: number, condition: string): string {
  const group = groupsOf(subject)[index]
  return group ? without(subject, [group.begin], `{#if ${condition}}`) : subject
}

/**
 * Returns the subject with an empty text for everyone else after one of its conditions, and the position of that text.
 */
export function withElse(subject: string, index: number): { text: string; caret: number } {
  const end = groupsOf(subject)[index]?.end.start ?? subject.length
  const marker = '{#else}'
  return { text: subject.slice(0, end) + marker + subject.slice(end), caret: end + marker.length }
}

/** Returns the subject without one of its conditions; the words stay. */
export function withoutCondition(subject: string, index: number): string {
  const group = groupsOf(subject)[index]
  return group ? without(subject, [group.begin, ...(group.middle ? [group.middle] : []), group.end], '') : subject
}

function without(subject: string, markers: readonly Marker[], instead: string): string {
  let text = subject
  for (const { start, end } of markers.toReversed()) text = text.slice(0, start) + instead + text.slice(end)
  return text
}

interface Group {
  begin: Marker
  middle: Marker | null
  end: Marker
}

/** Returns the markers of a valid subject, grouped by condition. */
function groupsOf(subject: string): Group[] {
  const open: Group[] = []
  const found: Group[] = []
  for (const marker of markersIn(subject)) {
    const inner = open.at(-1)
    if (marker.kind === 'if') {
      const group = { begin: marker, middle: null, end: marker }
      open.push(group)
      found.push(group)
    } else if (inner && marker.kind === 'else') inner.middle = marker
    else if (inner) {
      inner.end = marker
      open.pop()
    }
  }
  return found
}
