import { renderSimpleText } from '#domain/content/simple-text.ts'
import { HtmlThumbnail } from '#web/builder/html-thumbnail.tsx'
import type { TemplateFieldsFragment } from '#web/generated/graphql.ts'

/** Height of a template's thumbnail in px. */
const HEIGHT = 168
/** Background of emails in both themes of the app, as in the editor. */
const PAPER = '#ffffff'
const TEXT_STYLE = 'margin:0;padding:28px 32px;font:18px/1.5 Arial,sans-serif;color:#1b2333'

/** Thumbnail of a saved template, in the style of the starter templates: the stored email, scaled down. */
export function TemplateThumbnail({
  template: { content, htmlTemplate },
}: {
  template: Pick<TemplateFieldsFragment, 'content' | 'htmlTemplate'>
}) {
  const html = htmlTemplate == null ? `<body style="${TEXT_STYLE}">${renderSimpleText(content)}</body>` : content
  return <HtmlThumbnail html={html} background={PAPER} height={HEIGHT} />
}
