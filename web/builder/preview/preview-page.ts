import { darkView, imagesOffView, outlookView } from '#domain/builder/mail-client-views.ts'
import { ownImage, showOwnBackgrounds } from '../own-image-paths.ts'

/** Settings of the email preview: mail client, dark mode, images. */
export interface View {
  client: 'mail' | 'outlook' | 'text'
  isDark: boolean
  hasImages: boolean
}

export interface PreviewPage {
  /** contact whose values fill the preview; null: an unknown recipient, so that every merge tag shows its fallback */
  html: string
  /** number of external images, which are not loaded */
  foreign: number
}

/** An image inside the email itself, which the server shows in place of an attached one. */
const EMBEDDED = /^data:image\/(?:png|jpeg|gif);base64,/

/**
 * A merged email as a page without scripts and network requests: the frame is sandboxed, and only our own images and
 * those inside the email load.
 */
export function previewPage(html: string, { client, isDark, hasImages }: View): PreviewPage {
  const applied = client === 'outlook' ? outlookView(html) : html
  const colored = isDark ? darkView(applied) : applied
  const page = new DOMParser().parseFromString(hasImages ? colored : imagesOffView(colored), 'text/html')
  let foreign = 0
  for (const image of page.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? ''
    const own = ownImage(address)
    if (own) {
      image.src = own
    } else if (!EMBEDDED.test(address)) {
      foreign += 1
      image.replaceWith(standIn(page, image))
    }
  }
  showOwnBackgrounds(page, (box, address) => {
    if (EMBEDDED.test(address)) return
    foreign += 1
    box.style.backgroundImage = ''
  })
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `default-src 'none'; img-src ${location.origin}/images/ data:; style-src 'unsafe-inline'; form-action 'none'`
  const base = page.createElement('base')
  // Links do nothing: the frame may not open windows.
  base.target = '_blank'
  page.head.prepend(policy, base)
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, foreign }
}

/** A placeholder for an external image, with its size and alternative text. */
function standIn(page: Document, image: HTMLImageElement): HTMLElement {
  const box = page.createElement('span')
  box.textContent = image.alt || 'Image'
  box.setAttribute('style', image.getAttribute('style') ?? '')
  const { width } = image
  Object.assign(box.style, {
    boxSizing: 'border-box',
    display: 'inline-block',
    maxWidth: width > 0 ? `min(100%, ${width}px)` : '100%',
    padding: '24px 12px',
    background: '#e9ecef',
    color: '#495057',
    font: '14px/1.4 sans-serif',
    textAlign: 'center',
  })
  return box
}
