import { Image, type ImageOptions } from '@tiptap/extension-image'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ownImage } from '#web/builder/own-image-paths.ts'

export interface PictureOptions extends ImageOptions {
  /** Called when the user clicks a picture, or presses Enter on it. */
  onEdit: (picture: HTMLElement, position: number) => void
}

/** Editor node for a picture in the text; one of this installation is loaded from the page's own host. */
export const Picture = Image.extend<PictureOptions>({
  addOptions() {
    return { ...(this.parent?.() as ImageOptions), onEdit: () => undefined }
  },
  renderHTML({ HTMLAttributes }) {
    const source = String(HTMLAttributes['src'] ?? '')
    return ['img', { ...HTMLAttributes, src: ownImage(source) ?? source, 'data-source': source }]
  },
  addAttributes() {
    return {
      ...this.parent?.(),
      src: { default: null, parseHTML: (element) => element.dataset['source'] ?? element.getAttribute('src') },
    }
  },
  addInputRules: () => [],
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state
        const isPicture = selection instanceof NodeSelection && selection.node.type === this.type
        return isPicture && open(editor.view, selection.from, this.options)
      },
    }
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

function open(view: EditorView, position: number, { onEdit }: PictureOptions): boolean {
  const picture = view.nodeDOM(position)
  if (!(picture instanceof HTMLElement)) return false
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)))
  onEdit(picture, position)
  return true
}
