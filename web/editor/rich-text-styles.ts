/** Styles of formatted text and merge tags, in the editor and in texts that look like it. */
export const RICH_LOOK =
  'whitespace-pre-wrap wrap-anywhere [&_:is(b,strong)]:font-[700] [&_a]:underline [&_a]:text-(--link) ' +
  '[&_p:not(:last-child)]:mb-[1em] [&_:is(ul,ol)]:my-0 [&_:is(ul,ol)]:ps-6 [&>:is(ul,ol):not(:last-child)]:mb-[1em] ' +
  '[&_ul]:list-disc [&_ol]:list-decimal [&_li_p]:mb-0! [&_img]:inline [&_img]:max-w-full [&_img]:h-auto ' +
  '[&_blockquote]:mb-[1em] [&_blockquote]:border-l-[3px] [&_blockquote]:border-edge [&_blockquote]:pl-[1em] ' +
  '[&_h1]:mb-[0.67em] [&_h1]:text-[2em]/[1.25] [&_h2]:mb-[0.83em] [&_h2]:text-[1.5em]/[1.3] [&_h3]:mb-[1em] [&_h3]:text-[1.17em] ' +
  '[&_:is(h1,h2,h3)]:font-[700] ' +
  '[&_[data-merge-tag]]:rounded-[4px] [&_[data-merge-tag]]:bg-[color-mix(in_srgb,currentColor_13%,transparent)] ' +
  '[&_[data-merge-tag]]:px-1 [&_[data-merge-tag]]:cursor-pointer [&_[data-merge-tag]>span]:opacity-75 ' +
  '[&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-ink ' +
  '[&_.is-editor-empty:first-child]:before:pointer-events-none [&_.is-editor-empty:first-child]:before:float-start ' +
  '[&_.is-editor-empty:first-child]:before:h-0 [&_.is-editor-empty:first-child]:before:opacity-70 ' +
  '[&_.is-editor-empty:first-child]:before:content-[attr(data-placeholder)]'

/** Colors of an email being edited: black on white, also in the dark theme of the app. */
export const MAIL_PAPER = 'bg-[#fff] text-[#1f2328] scheme-light [--link:#1f2328]'
