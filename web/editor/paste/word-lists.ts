/**
 * Matches the style with which Word and Outlook for Windows write a list as paragraphs: `mso-list:l0 level2 lfo1` names
 * the list and the depth, and a span with `mso-list:Ignore` holds the bullet or number.
 */

const LEVEL = /mso-list:\s*(l\d+)\s+level(\d)/i
const ORDERED = /^[\s\u00A0]*\(?(?:\d+|[a-z]|[ivx]+)[.)]/i

/** Turns the list paragraphs of a paste from Word into HTML lists. */
export function listWordParagraphs(body: Element): void {
  const { ownerDocument: document } = body
  /** lists that have not ended yet, outermost first */
  let open: Element[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll(
    'p[style*="mso-list"], h1[style*="mso-list"], div[style*="mso-list"]',
  )) {
    const [, , level = '1'] = LEVEL.exec(paragraph.getAttribute('style') ?? '') ?? []
    const depth = Number(level)
    const tag = ORDERED.test(takeMarker(paragraph)) ? 'ol' : 'ul'
    const follows = last !== null && nextElement(last) === paragraph
    if (!follows) open = []
    open = open.slice(0, depth)
    if (open.length === depth && open[depth - 1]?.localName !== tag) open = open.slice(0, depth - 1)
    const item = document.createElement('li')
    while (open.length < depth) {
      const list = document.createElement(open.length === depth - 1 ? tag : 'ul')
      const parent = open.at(-1)
      if (parent) (parent.lastElementChild ?? parent.appendChild(document.createElement('li'))).append(list)
      else paragraph.before(list)
      open.push(list)
    }
    open.at(-1)?.append(item)
    item.append(...paragraph.childNodes)
    paragraph.remove()
    last = open[0] ?? null
  }
}

const nextElement = (element: Element) => element.nextElementSibling

/** Removes the bullet or number of a paragraph and returns it. */
function takeMarker(paragraph: Element): string {
  const markers = [...paragraph.querySelectorAll('span[style*="mso-list"]')].filter((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const marker = markers.map(({ textContent }) => textContent).join('')
  for (const span of markers) span.remove()
  return marker
}
