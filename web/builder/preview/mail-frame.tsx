import { useMemo } from 'react'
import { cn } from '#web/ui/cn.ts'
import { previewPage, type View } from './preview-page.ts'

/** A merged email in a frame without scripts and network requests. */
export function MailFrame({ html, view }: { html: string; view: View }) {
  const page = useMemo(() => previewPage(html, view), [html, view])
  return (
    <>
      <iframe
        title="Email preview"
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={page.html}
        className={cn('block h-[600px] w-full', view.isDark ? 'bg-black' : 'bg-white')}
      />
      {page.foreign > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
          Images from other servers are not shown in this preview. Your recipients will see them.
        </p>
      )}
    </>
  )
}
