import { conditionText } from '#domain/content/tag-conditions.ts'
import { markersIn, piecesOf, withAllParts, type Marker } from '#domain/content/email-parts.ts'

/** A condition of a subject, as one line shows it. */
export interface SubjectCondition {
  /** condition as written after {#if */
  condition: string
  /** words shown if the condition holds */
  shown: string
  /** words shown to everyone else; null: they see nothing instead */
  otherwise: string | null
}

/** The conditions of a subject in the order of their beginnings, and what is wrong with its markers, as one sentence. */
export function conditionsOf(subject: string): { conditions: SubjectCondition[]; problem: string | null } {
  const { problem } = piecesOf(subject)
  const conditions = groupsOf(subject).map(({ begin, middle, end }) => ({
    condition: begin.condition ? conditionText(begin.condition) : '',
    shown: withAllParts(subject.slice(begin.end, (middle ?? end).start)),
    otherwise: middle && withAllParts(subject.slice(middle.end, end.start)),
  }))
  return { conditions: problem === null ? conditions : [], problem }
}

/** The subject with another condition in the place of one of `conditionsOf`. */
export function withCondition(subject: string, index: number, condition: string): string {
  const group = groupsOf(subject)[index]
  return group ? without(subject, [group.begin], `{#if ${condition}}`) : subject
}

/** The subject with an empty text for everyone else after one of its conditions, and the place of that text. */
export function withElse(subject: string, index: number): { text: string; caret: number } {
  const end = groupsOf(subject)[index]?.end.start ?? subject.length
  const marker = '{#else}'
  return { text: subject.slice(0, end) + marker + subject.slice(end), caret: end + marker.length }
}

/** The subject without one of its conditions; its words stay. */
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

/** The markers that belong together, of a subject whose markers fit together. */
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
