import { InputRule, mergeAttributes, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { chipWords, isChip, TAG_ATTRIBUTE } from './tag-source.ts'

export interface MergeTagOptions {
  /** Called when the user clicks a merge tag's chip, or presses Enter on it. */
  onEdit: (chip: HTMLElement, position: number) => void
}

/**
 * Editor node that shows a merge tag, or a marker of a condition, as a chip. Its only attribute is its source text,
 * written back exactly, so that the syntax of merge tags may grow without a change here.
 */
export const MergeTag = Node.create<MergeTagOptions>({
  name: 'mergeTag',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,

  addOptions: () => ({ onEdit: () => undefined }),

  addAttributes: () => ({
    source: {
      default: '',
      parseHTML: (element) => element.getAttribute(TAG_ATTRIBUTE),
      renderHTML: ({ source }) => ({ [TAG_ATTRIBUTE]: String(source) }),
    },
  }),

  parseHTML: () => [
    {
      tag: `span[${TAG_ATTRIBUTE}]`,
      priority: 1_000,
      getAttrs: (element) => (isChip(element.getAttribute(TAG_ATTRIBUTE) ?? '') ? null : false),
    },
  ],

  renderHTML({ node, HTMLAttributes }) {
    const { name, more } = chipWords(String(node.attrs['source']))
    const words = more === '' ? [name] : [name, ['span', {}, more]]
    return ['span', mergeAttributes(HTMLAttributes, { contenteditable: 'false' }), ...words]
  },

  renderText: ({ node }) => String(node.attrs['source']),

  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { from } = editor.state.selection
        if (editor.state.doc.nodeAt(from)?.type.name !== this.name || editor.state.selection.empty) return false
        return open(editor.view, from, this.options)
      },
    }
  },

  /** Turns {firstName} into a chip once the closing brace is typed. */
  addInputRules() {
    return [
      new InputRule({
        find: /\{[^{}<>\r\n]{1,2004}\}$/,
        handler: ({ state, range, match: [source] }) => {
          if (!isChip(source)) return null
          const marks = state.doc.resolve(range.from).marks()
          state.tr.replaceWith(range.from, range.to, this.type.create({ source }, null, marks))
          return undefined
        },
      }),
    ]
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleClickOn: (view, _, node, position) =>
            node.type === this.type && view.editable && open(view, position, this.options),
        },
      }),
    ]
  },
})

function open(view: EditorView, position: number, { onEdit }: MergeTagOptions): boolean {
  const chip = view.nodeDOM(position)
  if (chip instanceof HTMLElement) onEdit(chip, position)
  return chip instanceof HTMLElement
}
