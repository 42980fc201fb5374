import { createElement } from '../new-element.ts'
import {
  DEFAULT_GLOBAL_STYLES,
  DOCUMENT_VERSION,
  type BuilderDocument,
  type BuilderElement,
} from '../builder-document.ts'

/** A document of these elements, otherwise with defaults. */
export function documentOf(
  elements: readonly BuilderElement[],
  change: Partial<BuilderDocument> = {},
): BuilderDocument {
  return { version: DOCUMENT_VERSION, subject: 'News', elements, globalStyles: DEFAULT_GLOBAL_STYLES, ...change }
}

/** An element of a kind, otherwise with defaults. */
export function element(type: BuilderElement['type'], change: Partial<BuilderElement> = {}): BuilderElement {
  return { ...createElement(type, change.id ?? type), ...change }
}

/** A document with every kind of element. */
export const everything: BuilderDocument = documentOf(
  [
    element('text', {
      content:
        'Hello <b>{firstName|there}</b>!\n\n<a href="https://x.example/{id}?a=1&b=2">One</a> <i>two</i>\n<u>three</u> <s>four</s> <span style="color:#aa0000">five</span>',
    }),
    element('text', { id: 'title', heading: 1, content: 'News for {firstName}', styles: { fontSize: '32px' } }),
    element('image', {
      content: 'https://x.example/a.png',
      alt: 'A house',
      link: 'https://x.example/house',
      styles: { width: '60%', borderRadius: '12px', textAlign: 'right', padding: '10px', margin: '4px' },
    }),
    element('image', { id: 'image2', content: 'https://x.example/b.png', alt: '', styles: { width: '200px' } }),
    element('button', {
      link: 'https://x.example/?who={email}',
      styles: { ...createElement('button', 'b').styles, fontStyle: 'italic' },
    }),
    element('button', {
      id: 'button2',
      content: 'A rather long label that has to break into several lines on any screen at all',
    }),
    element('divider'),
    element('divider', {
      id: 'divider2',
      styles: { width: '40%', textAlign: 'right', height: '4px', backgroundColor: 'red' },
    }),
    element('spacer'),
    element('columns', {
      styles: {
        gap: '16px',
        backgroundColor: '#f0f4ff',
        padding: '12px',
        borderRadius: '8px',
        verticalAlign: 'middle',
      },
      columns: [
        {
          elements: [
            element('image', { id: 'c1', content: 'https://x.example/c.png', alt: 'C' }),
            element('text', { id: 'c2' }),
          ],
          weight: 2,
        },
        {
          elements: [
            element('button', { id: 'c3', link: 'tel:+49301' }),
            element('divider', { id: 'c4' }),
            element('spacer', { id: 'c5' }),
          ],
        },
      ],
    }),
    element('columns', {
      id: 'three',
      columns: [
        { elements: [element('text', { id: 'd1' })] },
        { elements: [] },
        { elements: [element('social', { id: 'd2' })] },
      ],
    }),
    element('columns', {
      id: 'kept',
      styles: { onPhones: 'keep', gap: '10px' },
      columns: [{ elements: [element('text', { id: 'e1' })] }, { elements: [element('text', { id: 'e2' })] }],
    }),
    element('columns', {
      id: 'band',
      styles: { backgroundColor: '#102030' },
      columns: [{ elements: [element('text', { id: 'f1', styles: { color: '#ffffff' } })] }],
    }),
    element('social', {
      items: [
        { network: 'linkedin', url: 'https://linkedin.com/company/x' },
        { network: 'email', url: 'me@x.example' },
        { network: 'website', url: '', label: 'Our site' },
      ],
      styles: { color: '#333333', fontSize: '14px' },
    }),
    element('social', { id: 'icons', items: [{ network: 'mastodon', url: 'https://x.example/@me' }] }),
    element('menu', {
      links: [
        { text: 'Home', url: 'https://x.example' },
        { text: 'News', url: '' },
      ],
    }),
    element('table', {
      rows: [
        ['Item', 'Price'],
        ['Lamp', '{Amount|currency:EUR}'],
        ['A line\nand another', ''],
      ],
    }),
    element('video', { link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }),
    element('video', { id: 'video2', content: 'https://x.example/v.jpg', styles: { borderWidth: '2px' } }),
    element('text', {
      id: 'framed',
      styles: { borderWidth: '2px', borderColor: '#aa0000', padding: '12px', margin: '8px', phoneFontSize: '18px' },
    }),
    element('image', {
      id: 'framed image',
      content: 'https://x.example/d.png',
      alt: 'D',
      styles: { borderWidth: '1px', hideOn: 'phone' },
    }),
    element('button', {
      id: 'phone button',
      link: 'https://x.example/b',
      styles: { hideOn: 'desktop', borderWidth: '2px', phonePadding: '8px 12px', phoneTextAlign: 'left' },
    }),
    element('columns', {
      id: 'pictured',
      background: 'https://x.example/sea.jpg',
      styles: { backgroundColor: '#102030', padding: '40px 20px', borderWidth: '1px', borderRadius: '8px' },
      columns: [{ elements: [element('text', { id: 'p1', styles: { color: '#ffffff' } })] }],
    }),
    element('columns', {
      id: 'pictured2',
      background: 'https://x.example/sky.jpg',
      columns: [{ elements: [element('text', { id: 'q1' })] }, { elements: [element('text', { id: 'q2' })] }],
    }),
  ],
  {
    subject: 'News for {firstName}',
    preheader: 'A short look ahead, {firstName}',
    globalStyles: { ...DEFAULT_GLOBAL_STYLES, linkColor: '#0b57d0' },
  },
)
