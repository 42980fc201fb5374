import { PLACEHOLDER_IMAGE } from '#domain/builder/blocks.ts'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { renderRows } from '#domain/builder/render-blocks.ts'
import { borderOf, layoutTable, type Surroundings } from '#domain/builder/render-parts.ts'
import { ownImage, showOwnBackgrounds } from '../own-image-paths.ts'

/** A block's styles, taken from the renderer's output, so that the canvas does not duplicate its rules. */
export interface BlockStyles {
  /** inline CSS of the block's table cell */
  cell: string
  /** inline CSS of the button inside the block */
  inner: string
}

export function stylesOf(element: BuilderElement, around: Surroundings): BlockStyles {
  const page = parsed({ ...element, content: '', columns: element.columns?.map(() => ({ elements: [] })) }, around)
  const outer = page.querySelector('td')
  // A border has a cell of its own, inside the margin.
  const framed = borderOf(element.styles) ? outer?.querySelector('td') : null
  const style = (one: Element | null | undefined) => one?.getAttribute('style') ?? ''
  const cell = framed ? `${style(framed)};margin:${outer?.style.padding || '0'}` : style(outer)
  return { cell, inner: style((framed ?? outer)?.querySelector('a, span')) }
}

/**
 * Renders a non-editable block as email elements. Links are inactive and the placeholder is drawn, not fetched. Pasted
 * HTML shows only our own images, because it may contain tracking pixels.
 */
export function mailPart(element: BuilderElement, around: Surroundings): DocumentFragment {
  const page = parsed(element, around)
  for (const link of page.querySelectorAll('a[href]')) link.removeAttribute('href')
  for (const image of page.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? ''
    const own = ownImage(address)
    if (own) image.src = own
    else if (address === PLACEHOLDER_IMAGE || element.type === 'html' || !/^https?:/i.test(address)) {
      image.replaceWith(standIn(page, image, address))
    }
  }
  showOwnBackgrounds(page)
  const part = document.createDocumentFragment()
  part.append(...page.body.childNodes)
  return part
}

/** Renders a block and parses its HTML. The canvas shows every block, also those that only phones show. */
function parsed(element: BuilderElement, around: Surroundings): Document {
  const shown = withoutConditions({ ...element, styles: { ...element.styles, hideOn: 'none' } })
  return new DOMParser().parseFromString(layoutTable(renderRows([shown], around)), 'text/html')
}

/**
 * Returns an element without its condition markers, which would be text beside the block; the canvas shows them in a
 * separate line.
 */
function withoutConditions(shown: BuilderElement): BuilderElement {
  const { condition: _, ...element } = shown
  const columns = element.columns?.map((column) => ({ ...column, elements: column.elements.map(withoutConditions) }))
  return columns ? { ...element, columns } : element
}

function standIn(page: Document, image: HTMLImageElement, address: string): HTMLElement {
  const box = page.createElement('div')
  const isPlaceholder = address === PLACEHOLDER_IMAGE
  box.textContent = isPlaceholder ? '400 × 200' : image.alt || (/^https?:/i.test(address) ? hostOf(address) : address)
  box.setAttribute('style', image.getAttribute('style') ?? '')
  Object.assign(box.style, {
    boxSizing: 'border-box',
    aspectRatio: isPlaceholder ? '2' : '',
    minHeight: '40px',
    padding: '12px',
    background: '#e9ecef',
    color: '#495057',
    font: '600 16px/1.4 sans-serif',
    display: 'inline-grid',
    placeItems: 'center',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  })
  return box
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}
