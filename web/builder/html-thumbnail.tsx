import { useMemo } from 'react'
import { withAllParts } from '#domain/content/email-parts.ts'
import { compileTemplate, fillTemplate, tagValues } from '#domain/content/merge-tags.ts'
import { previewPage } from './preview/preview-page.ts'

/** Render width in px before scaling down. */
const WIDTH = 640
const SCALE = 0.42
const HEIGHT = 220

/** Values of the merge tags in thumbnails: a sample recipient. */
const SOMEBODY = tagValues({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', fields: {} })

export interface HtmlThumbnailProps {
  /** The HTML of an email, with merge tags. */
  html: string
  /** Color around the thumbnail. */
  background: string
  /** In px. */
  height?: number
}

/** A scaled-down preview of an email. It runs no scripts and loads no external content. */
export function HtmlThumbnail({ html: written, background, height = HEIGHT }: HtmlThumbnailProps) {
  const { html } = useMemo(() => {
    const filled = fillTemplate(compileTemplate(withAllParts(written)), SOMEBODY, 'html')
    return previewPage(filled, { client: 'mail', isDark: false, hasImages: true })
  }, [written])
  return (
    <div aria-hidden="true" className="overflow-clip" style={{ height, backgroundColor: background }}>
      <iframe
        tabIndex={-1}
        title="Thumbnail"
        sandbox=""
        loading="lazy"
        scrolling="no"
        srcDoc={html}
        className="pointer-events-none mx-auto block origin-top border-0"
        style={{
          width: WIDTH,
          height: height / SCALE,
          transform: `scale(${SCALE})`,
          marginLeft: `calc(50% - ${WIDTH / 2}px)`,
        }}
      />
    </div>
  )
}
