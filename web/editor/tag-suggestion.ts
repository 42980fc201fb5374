import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { exitSuggestion, Suggestion } from '@tiptap/suggestion'
import { tagKey } from '#domain/contacts/tag-key.ts'
import type { MergeName } from './merge-names.tsx'
import { isChip } from './tag-source.ts'

/** The list of fields offered while the user types a merge tag after a brace. */
export interface TagList {
  fields: readonly MergeName[]
  /** index of the highlighted field */
  at: number
  /** returns the position of the typed brace on the screen; null if it is gone */
  place: () => DOMRect | null
  choose: (field: MergeName) => void
}

export interface TagSuggestionOptions {
  fields: () => readonly MergeName[]
  /** Receives each change of the list; null closes the list. */
  onList: (list: TagList | null) => void
}

const KEY = new PluginKey('tagSuggestion')
/** Number of fields offered at once: more would not fit on a phone. */
const FIELDS_MAX = 8

/** Lists the fields after a typed brace: arrow keys choose, Enter and Tab insert, Escape closes. */
export const TagSuggestion = Extension.create<TagSuggestionOptions>({
  name: 'tagSuggestion',

  addOptions: () => ({ fields: () => [], onList: () => undefined }),

  addProseMirrorPlugins() {
    const { fields, onList } = this.options
    const { editor } = this
    let list: TagList | null = null
    const show = (next: TagList | null) => {
      list = next && next.fields.length > 0 ? next : null
      onList(list)
    }
    return [
      Suggestion<MergeName, MergeName>({
        editor,
        pluginKey: KEY,
        char: '{',
        allowSpaces: true,
        allowedPrefixes: null,
        decorationClass: '',
        items: ({ query }) => matching(fields(), query),
        command: ({ editor: { commands }, range, props: { name } }) => {
          const source = `{${name}}`
          if (isChip(source)) commands.insertContentAt(range, { type: 'mergeTag', attrs: { source } })
        },
        render: () => {
          const listOf = ({ items, command, clientRect }: Shown, at: number): TagList => ({
            fields: items,
            at,
            place: () => clientRect?.() ?? null,
            choose: command,
          })
          return {
            onStart: (props) => show(listOf(props, 0)),
            onUpdate: (props) => show(listOf(props, 0)),
            onExit: () => show(null),
            onKeyDown: ({ event }) => {
              if (!list) return false
              const { fields: found, at } = list
              const step = { ArrowDown: 1, ArrowUp: found.length - 1 }[event.key]
              if (step !== undefined) show({ ...list, at: (at + step) % found.length })
              else if (event.key === 'Enter' || event.key === 'Tab') {
                const field = found[at]
                if (field) list.choose(field)
              } else if (event.key === 'Escape') {
                event.stopPropagation()
                exitSuggestion(editor.view, KEY)
              } else return false
              return true
            },
          }
        },
      }),
    ]
  },
})

type Shown = {
  items: MergeName[]
  command: (field: MergeName) => void
  clientRect?: (() => DOMRect | null) | null
}

/** The fields whose name or label contains what was typed, those that begin with it first. */
export function matching(fields: readonly MergeName[], query: string): MergeName[] {
  const typed = tagKey(query)
  if (typed === '' && query.trim() !== '') return []
  const rank = ({ name, label }: MergeName) => {
    const places = [tagKey(name).indexOf(typed), tagKey(label).indexOf(typed)].filter((place) => place >= 0)
    return places.length === 0 ? -1 : Math.min(1, ...places)
  }
  return fields
    .map((field) => ({ field, place: rank(field) }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place)
    .slice(0, FIELDS_MAX)
    .map(({ field }) => field)
}
