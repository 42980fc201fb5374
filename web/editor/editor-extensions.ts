import { Extension, type Extensions } from '@tiptap/core'
import { TextAlign } from '@tiptap/extension-text-align'
import { Color, FontSize, TextStyle } from '@tiptap/extension-text-style'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { linkOf } from '#domain/builder/style-values.ts'
import { MergeTag, type MergeTagOptions } from './merge-tag.ts'
import { Picture, type PictureOptions } from './picture-extension.ts'
import type { TextKind } from './stored-html.ts'
import { TagSuggestion, type TagSuggestionOptions } from './tag-suggestion.ts'

/**
 * Returns the editor extensions (blocks and formats) for a kind of text. Both kinds support everything that can be
 * stored; in the email builder headings, quotes and pictures are separate blocks, and undo is the builder's.
 */
export function extensionsOf(
  kind: TextKind,
  options: { placeholder: string; onPicture: PictureOptions['onEdit'] } & MergeTagOptions & TagSuggestionOptions,
): Extensions {
  const isSimple = kind === 'simple'
  return [
    StarterKit.configure({
      code: false,
      codeBlock: false,
      horizontalRule: false,
      ...(isSimple ? { heading: { levels: [1, 2, 3] } } : { heading: false, blockquote: false }),
      ...(isSimple ? {} : { undoRedo: false, gapcursor: false }),
      trailingNode: false,
      dropcursor: { color: 'currentColor' },
      link: {
        openOnClick: false,
        autolink: true,
        shouldAutoLink: (address) => AUTO_LINKED.test(address) && linkOf(address) !== null,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null, class: null },
        isAllowedUri: (address) => linkOf(address) !== null,
      },
    }),
    Words,
    Color,
    FontSize,
    TextAlign.configure({ types: isSimple ? ['heading', 'paragraph'] : ['paragraph'], alignments: [...ALIGNMENTS] }),
    Direction.configure({ types: isSimple ? ['heading', 'paragraph'] : ['paragraph'] }),
    Placeholder.configure({ placeholder: options.placeholder }),
    MergeTag.configure({ onEdit: options.onEdit }),
    TagSuggestion.configure({ fields: options.fields, onList: options.onList }),
    ...(isSimple ? [Picture.configure({ inline: true, allowBase64: true, onEdit: options.onPicture })] : []),
  ]
}

/** Typed URLs and email addresses that become links; `report.pl` may be a file. */
const AUTO_LINKED = /^(?:https?:\/\/|www\.)\S|^[^\s@]{1,64}@[^\s@]/i

export const ALIGNMENTS = ['left', 'center', 'right'] as const

/** Editor extension for the color and size of words; a link of one color stores the color itself. */
const Words = TextStyle.extend({
  parseHTML() {
    return [...(this.parent?.() ?? []), { tag: 'a[style]', consuming: false, priority: 1_100 }]
  },
})

/** Editor extension for the writing direction of a block: that of its first letter, unless the user chose one. */
const Direction = Extension.create<{ types: string[] }>({
  name: 'direction',
  addOptions: () => ({ types: [] }),
  addGlobalAttributes() {
    return [
      {
        types: this.options.types,
        attributes: {
          dir: {
            default: null,
            parseHTML: (element) => /^(?:ltr|rtl)$/.exec(element.getAttribute('dir') ?? '')?.[0] ?? null,
            renderHTML: ({ dir }) => ({ dir: typeof dir === 'string' ? dir : 'auto' }),
          },
        },
      },
    ]
  },
})
